import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { CheckField, SelectField } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { quoteWords as words } from '#app/words/quote.ts'
import type { Table } from './lines.ts'
import { guessColumns, widthOf, type Columns } from './recognise-columns.ts'

/** Rows of the preview. */
const PREVIEW_ROWS = 5
const EXAMPLE_LENGTH = 30

type MapColumnsProps = { table: Table; onDone: (columns: Columns) => void; onCancel: () => void }

/** Asks for the columns of part and quantity, with a preview of the first rows. */
export function MapColumns({ table, onDone, onCancel }: MapColumnsProps) {
  const { rows } = table
  const [columns, setColumns] = useState(() => guessColumns(rows))
  const indexes = Array.from({ length: widthOf(rows) }, (_, index) => index)
  const options = indexes.map((index) => [index, words.mapColumn(index + 1, (rows[0]?.[index] ?? '').slice(0, EXAMPLE_LENGTH))] as const)

  return (
    <Panel className="grid gap-5">
      <div>
        <h2 className="text-xl">{words.mapTitle}</h2>
        <p className="text-soft">{words.mapLead(rows.length)}</p>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={words.mapPart}
          options={options}
          value={columns.part}
          onChange={({ target }) => setColumns({ ...columns, part: Number(target.value) })}
        />
        <SelectField
          label={words.mapQuantity}
          options={[['', words.mapNoQuantity], ...options]}
          value={columns.quantity ?? ''}
          onChange={({ target: { value } }) => setColumns({ ...columns, quantity: value === '' ? undefined : Number(value) })}
        />
      </div>
      <CheckField
        label={words.mapHeader}
        checked={columns.header}
        onChange={(event) => setColumns({ ...columns, header: event.target.checked })}
      />
      {/* Focusable, so that it can be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="map-preview" role="region" aria-label={words.mapPreview} tabIndex={0}>
        <table>
          <tbody>
            {rows.slice(0, PREVIEW_ROWS).map((row, place) => (
              // Rows of a file have no key but their index.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={place} data-header={(columns.header && place === 0) || undefined}>
                {indexes.map((index) => (
                  <td key={index} data-chosen={index === columns.part || index === columns.quantity || undefined}>
                    {row[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onDone(columns)}>{words.mapDone(rows.length - (columns.header ? 1 : 0))}</Button>
        <Button variant="secondary" onClick={onCancel}>
          {words.stop}
        </Button>
      </div>
    </Panel>
  )
}

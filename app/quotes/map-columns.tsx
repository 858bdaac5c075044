import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { CheckField, Field } from '#app/ui/field.tsx'
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
  const titleOf = (index: number) => words.mapColumn(index + 1, (rows[0]?.[index] ?? '').slice(0, EXAMPLE_LENGTH))

  return (
    <Panel className="grid gap-5">
      <div>
        <h2 className="text-xl">{words.mapTitle}</h2>
        <p className="text-soft">{words.mapLead(rows.length)}</p>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={words.mapPart}>
          {(control) => (
            <select
              {...control}
              className="control"
              value={columns.part}
              onChange={(event) => setColumns({ ...columns, part: Number(event.target.value) })}
            >
              {indexes.map((index) => (
                <option key={index} value={index}>
                  {titleOf(index)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={words.mapQuantity}>
          {(control) => (
            <select
              {...control}
              className="control"
              value={columns.quantity ?? ''}
              onChange={({ target: { value } }) => setColumns({ ...columns, quantity: value === '' ? undefined : Number(value) })}
            >
              <option value="">{words.mapNoQuantity}</option>
              {indexes.map((index) => (
                <option key={index} value={index}>
                  {titleOf(index)}
                </option>
              ))}
            </select>
          )}
        </Field>
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

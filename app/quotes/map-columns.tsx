import { startOf } from '#contract/basics/start-of.ts'
import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { CheckField, SelectField } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { ScrollBox } from '#app/ui/scroll-box.tsx'
import { quoteListWords as words } from '#app/words/quote-lists.ts'
import { quoteWords } from '#app/words/quote.ts'
import type { Table } from '#readers/lists/lines.ts'
import { guessColumns, widthOf, type Columns } from '#readers/lists/recognise-columns.ts'

/** Rows of the preview. */
const PREVIEW_ROWS = 5
const EXAMPLE_LENGTH = 30

type MapColumnsProps = { table: Table; before: Columns | undefined; onDone: (columns: Columns) => void; onCancel: () => void }

/** Asks for the columns of part and quantity, beginning with those `before`, with a preview of the first rows. */
export function MapColumns({ table, before, onDone, onCancel }: MapColumnsProps) {
  // Rows beside the items of a document would hide the items from the preview.
  const rows = table.rows.filter((_, row) => !table.placed?.aside.has(row))
  const [columns, setColumns] = useState(() => before ?? guessColumns(rows))
  const titles = columns.above ?? 0
  const indexes = Array.from({ length: widthOf(rows) }, (_, index) => index)
  const options = indexes.map(
    (index) => [index, quoteWords.mapColumn(index + 1, startOf(rows[titles]?.[index] ?? '', EXAMPLE_LENGTH))] as const,
  )

  return (
    <Panel className="grid gap-5">
      <div>
        <h2 className="text-xl">{words.mapTitle}</h2>
        <p className="text-soft">{words.mapLead(rows.length)}</p>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={words.mapPart}
          hint={words.mapPartHint}
          options={options}
          value={columns.part}
          onChange={({ target }) => setColumns({ ...columns, part: Number(target.value) })}
        />
        <SelectField
          label={words.mapQuantity}
          hint={words.mapQuantityHint}
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
      <ScrollBox label={words.mapPreview} className="border border-line rounded-box text-sm">
        <table>
          <tbody>
            {rows.slice(titles, titles + PREVIEW_ROWS).map((row, place) => (
              // Rows of a file have no key but their index.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={place} data-header={(columns.header && place === 0) || undefined}>
                {indexes.map((index) => (
                  <td
                    key={index}
                    className="px-3 py-1.5 border-b border-b-line whitespace-nowrap text-soft in-data-header:font-[650] data-chosen:bg-accent-tint data-chosen:text-ink"
                    data-chosen={index === columns.part || index === columns.quantity || undefined}
                  >
                    {row[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onDone(columns)}>{words.mapDone(rows.length - (columns.header ? 1 : 0))}</Button>
        <Button variant="secondary" onClick={onCancel}>
          {quoteWords.stop}
        </Button>
      </div>
    </Panel>
  )
}

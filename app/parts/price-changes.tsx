import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#contract/basics/figures.ts'
import { priceChangeCalls, type MadePriceChange } from '#contract/parts/price-changes.ts'
import { sentencesOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { partReads } from '#app/parts/listed-parts.ts'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/api/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { ListScreen } from '#app/ui/list-screen.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { priceChangeWords as words } from '#app/words/price-changes.ts'

export const meta = pageMeta(words.heading)

/** Changes of many prices, to undo them. */
export default function PriceChanges() {
  const list = useQuery(readOf(priceChangeCalls.all))
  return (
    <ListScreen
      list={list}
      rows={list.data}
      rowKey={({ _id }) => _id}
      words={{ caption: words.list, none: words.none }}
      title={words.heading}
      lead={words.listLead}
      actions={
        <ButtonLink to={paths.manageProduct} variant="secondary">
          {words.toParts}
        </ButtonLink>
      }
      columns={columns}
    />
  )
}

/** Sentences of a message that says why nothing was undone. */
const NAMED = 3

const columns: Column<MadePriceChange>[] = [
  { title: words.listColumns.at, card: 'plain', cell: ({ at }) => <Time value={at} /> },
  { title: words.listColumns.percent, card: 'name', cell: ({ percent }) => words.percentOf(percent) },
  { title: words.listColumns.parts, align: 'end', cell: ({ parts }) => formatCount(parts) },
  { title: words.listColumns.by, fills: true, cell: ({ by }) => <EmailText>{by}</EmailText> },
  {
    title: words.listColumns.undo,
    card: 'action',
    screenOnly: true,
    cell: (change) =>
      change.undone ? (
        words.isUndone
      ) : (
        <Allowed call={priceChangeCalls.undo}>
          <Undo change={change} />
        </Allowed>
      ),
  },
]

const Undo = ({ change: { _id, percent, parts } }: { change: MadePriceChange }) => (
  <ConfirmedAction
    button={words.undo}
    buttonLabel={words.undoOf(words.percentOf(percent), parts)}
    question={words.undoQuestion(words.percentOf(percent), parts)}
    send={() => callApi(priceChangeCalls.undo, { params: { id: _id } })}
    onDone={({ modifiedCount }) => toast.success(words.undone(modifiedCount))}
    onFailed={(error) => toast.error(sentencesOf(error).slice(0, NAMED).join(' '))}
    changes={[priceChangeCalls.all, ...partReads]}
  />
)

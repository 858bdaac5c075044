import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatCount } from '#contract/basics/figures.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { partCalls } from '#contract/parts/parts.ts'
import { SEARCHES_PAGE_SIZE, searchCalls, type MissedSearch, type SearchAnswer, type SoldOutPart } from '#contract/parts/searches.ts'
import { startOf } from '#contract/basics/start-of.ts'
import { callApi } from '#app/api/api.ts'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/api/queries.ts'
import { ChoosePart } from '#app/searches/choose-part.tsx'
import { Synonyms } from '#app/searches/synonyms.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ListScreen, useList, useListQuery } from '#app/ui/list-screen.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Day, PlainDay } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { dashboardWords } from '#app/words/dashboard.ts'
import { searchesWords as words } from '#app/words/searches.ts'

export const meta = pageMeta(dashboardWords.searches)

/** Searches without results, and the shop's answers. */
export default function Searches() {
  const query = useListQuery()
  const list = useList(searchCalls.missed, { query })
  return (
    <ListScreen
      list={list}
      rows={list.data?.searches}
      paging={list.data}
      rowKey={({ text }) => text}
      size={SEARCHES_PAGE_SIZE}
      words={{ ...words, title: dashboardWords.searches }}
      title={words.heading(list.data?.count ?? 0)}
      search={words.searchLabel}
      isFiltered={query.q !== undefined}
      columns={missedColumns}
    >
      <SoldOut />
      <Answers />
      <Allowed call={searchCalls.changeSynonyms}>
        <Synonyms />
      </Allowed>
    </ListScreen>
  )
}

const missedColumns: Column<MissedSearch>[] = [
  {
    title: words.columns.text,
    card: 'name',
    fills: true,
    multiline: true,
    cell: ({ text }) => <span className="wrap-anywhere">{text}</span>,
  },
  { title: words.columns.searches, align: 'end', cell: ({ searches }) => formatCount(searches) },
  { title: words.columns.lines, align: 'end', cell: ({ lines }) => formatCount(lines) },
  { title: words.columns.last, cell: ({ last }) => <PlainDay value={last} /> },
  { title: words.columns.actions, card: 'action', screenOnly: true, cell: ({ text }) => <Answer text={text} /> },
]

/** The possible answers for a text. */
const Answer = ({ text }: { text: string }) => (
  <span className="flex flex-wrap gap-2 lg:flex-nowrap">
    <Allowed call={partCalls.add}>
      <ButtonLink
        variant="secondary"
        aria-label={words.makePartOf(text)}
        to={`${paths.addParts}?${new URLSearchParams({ name: startOf(text, TEXT_LIMITS.partName) })}`}
      >
        {words.makePart}
      </ButtonLink>
    </Allowed>
    <Allowed call={searchCalls.answer}>
      <ChoosePart text={text} />
      <NotOurs text={text} />
    </Allowed>
  </span>
)

function NotOurs({ text }: { text: string }) {
  const dismiss = useAction({
    send: () => callApi(searchCalls.answer, { body: { text, part: null } }),
    onDone: () => toast.success(words.dismissed(text)),
    changes: [searchCalls.missed, searchCalls.answers],
  })
  return (
    <Button variant="ghost" aria-label={words.notOursOf(text)} busy={dismiss.isRunning} onClick={() => dismiss.run()}>
      {words.notOurs}
    </Button>
  )
}

function SoldOut() {
  const { data } = useQuery(readOf(searchCalls.soldOut))
  return (
    <>
      <div className="mt-4">
        <h3 className="text-lg">{words.soldOut}</h3>
        <p className="list-lead">{words.soldOutLead}</p>
      </div>
      {data?.length === 0 && <p className="text-soft">{words.noneSoldOut}</p>}
      {data && data.length > 0 && <Table caption={words.soldOut} columns={soldOutColumns} rows={data} rowKey={({ partsId }) => partsId} />}
    </>
  )
}

const soldOutColumns: Column<SoldOutPart>[] = [
  {
    title: words.soldOutColumns.part,
    card: 'name',
    fills: true,
    cell: ({ name, partNumber }) => (
      <Link to={`${paths.manageProduct}?${new URLSearchParams({ q: partNumber })}`} className="link">
        {name}
      </Link>
    ),
  },
  { title: words.soldOutColumns.number, cell: ({ partNumber }) => partNumber },
  { title: words.soldOutColumns.available, align: 'end', cell: ({ available }) => formatCount(available) },
  { title: words.soldOutColumns.people, align: 'end', cell: ({ people }) => formatCount(people) },
]

function Answers() {
  const { data } = useQuery(readOf(searchCalls.answers))
  if (!data || data.length === 0) return null
  return (
    <>
      <h3 className="mt-4 text-lg">{words.answers}</h3>
      <Table caption={words.answers} columns={answerColumns} rows={data} rowKey={({ _id }) => _id} />
    </>
  )
}

const answerColumns: Column<SearchAnswer>[] = [
  {
    title: words.answerColumns.text,
    card: 'name',
    fills: true,
    multiline: true,
    cell: ({ text }) => <span className="wrap-anywhere">{text}</span>,
  },
  { title: words.answerColumns.part, cell: ({ part }) => (part ? `${part.name} · ${part.partNumber}` : words.notSold) },
  { title: words.answerColumns.at, cell: ({ at }) => <Day value={at} /> },
  {
    title: words.answerColumns.forget,
    card: 'action',
    screenOnly: true,
    cell: (answer) => (
      <Allowed call={searchCalls.forget}>
        <Forget answer={answer} />
      </Allowed>
    ),
  },
]

function Forget({ answer: { _id, text } }: { answer: SearchAnswer }) {
  const forget = useAction({
    send: () => callApi(searchCalls.forget, { params: { id: _id } }),
    onDone: () => toast.success(words.forgotten(text)),
    changes: [searchCalls.missed, searchCalls.answers],
  })
  return (
    <Button variant="secondary" aria-label={words.forgetOf(text)} busy={forget.isRunning} onClick={() => forget.run()}>
      {words.forget}
    </Button>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { bankCalls, MOVEMENTS_PAGE_SIZE, type BankMovement, type BankStatement } from '#contract/bank.ts'
import { formatCount } from '#contract/figures.ts'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { readOf } from '#app/queries.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterChips } from '#app/ui/filter-chips.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { ListSearch, useListSearch } from '#app/ui/list-search.tsx'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { Day, Time } from '#app/ui/time.tsx'
import { useOpened } from '#app/ui/use-opened.ts'
import { bankWords as words } from '#app/words/bank.ts'
import { ConfirmProposal } from './confirm-proposal.tsx'
import { GiveBackList } from './give-back.tsx'
import { formatMoney } from './money-text.ts'
import { MovementSheet } from './movement-sheet.tsx'
import { UploadStatement } from './upload-statement.tsx'

export const meta = pageMeta(words.title)

const shownValues = ['open', 'decided', 'all'] as const

/** Statements of the bank: uploaded, and each movement matched with what it pays for. */
export default function Bank() {
  const [search] = useSearchParams()
  const q = useListSearch()
  const show = shownValues.find((one) => one === search.get('show')) ?? 'open'
  const list = useQuery({
    ...readOf(bankCalls.movements, { query: { show, page: usePage(), ...(q !== '' && { q }) } }),
    placeholderData: keepPreviousData,
  })
  const { data, error, isPlaceholderData } = list
  const { openedId, hrefOf, close } = useOpened()

  if (!data) return <Loading query={list} skeleton={<ListSkeleton wide columns={columns} />} />
  return (
    <section className="grid grid-cols-1 gap-4" aria-busy={isPlaceholderData || undefined}>
      <ListHead title={words.title} lead={words.lead}>
        <ListSearch label={words.search} />
      </ListHead>
      <Allowed call={bankCalls.upload}>
        <UploadStatement />
      </Allowed>
      <FilterChips
        label={words.filter}
        name="show"
        chips={[
          { value: '', label: words.open, count: data.open },
          { value: 'decided', label: words.decided, count: undefined },
          { value: 'all', label: words.all, count: undefined },
        ]}
      />
      {error && <LoadFailed query={list} />}
      {data.count === 0 ? (
        <EmptyState title={q === '' ? words.none : words.noneFound}>{q === '' && words.noneMore}</EmptyState>
      ) : (
        <Table
          wide
          caption={words.caption}
          columns={columns}
          rows={data.movements}
          rowKey={({ _id }) => _id}
          href={({ _id }) => hrefOf(_id)}
        />
      )}
      <ListPager page={data.page} count={data.count} size={MOVEMENTS_PAGE_SIZE} label={words.pages} />
      {openedId && <MovementSheet movement={data.movements.find(({ _id }) => _id === openedId)} onClose={close} />}
      <GiveBackList />
      <Statements />
    </section>
  )
}

const columns: Column<BankMovement>[] = [
  { title: words.columns.day, card: 'plain', cell: ({ bookedOn }) => <Day value={bookedOn} /> },
  { title: words.columns.payer, card: 'name', cell: ({ payer, account }) => payer || account },
  { title: words.columns.text, card: 'plain', fills: true, cell: ({ text }) => <span className="first-line">{text}</span> },
  { title: words.columns.amount, align: 'end', cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { title: words.columns.pays, card: 'state', cell: (movement) => <PaysFor movement={movement} /> },
  {
    title: words.columns.action,
    card: 'action',
    screenOnly: true,
    cell: (movement) =>
      movement.proposal &&
      !movement.decision && (
        <Allowed call={bankCalls.decide}>
          <ConfirmProposal movement={movement} proposal={movement.proposal} />
        </Allowed>
      ),
  },
]

function PaysFor({ movement: { decision, proposal, amount } }: { movement: BankMovement }) {
  if (decision) {
    const names = decision.bills.map(({ name }) => name).join(', ')
    return <Status tone={decision.outcome === 'matched' ? 'success' : 'neutral'}>{names || words.outcomes[decision.outcome]}</Status>
  }
  if (amount < 0) return <Status tone="neutral">{words.outgoing}</Status>
  if (!proposal) return <Status tone="warning">{words.noProposal}</Status>
  return (
    <Status tone={proposal.certainty === 'sure' ? 'success' : 'warning'}>
      {words.certainty[proposal.certainty]}: {proposal.bills.map(({ name }) => name).join(', ')}
    </Status>
  )
}

function Statements() {
  const { data } = useQuery(readOf(bankCalls.statements))
  if (!data || data.length === 0) return null
  return (
    <>
      <h3 className="mt-4 text-lg">{words.statements}</h3>
      <Table caption={words.statements} columns={statementColumns} rows={data} rowKey={({ _id }) => _id} />
    </>
  )
}

const statementColumns: Column<BankStatement>[] = [
  { title: words.statementColumns.at, card: 'plain', cell: ({ uploadedAt }) => <Time value={uploadedAt} /> },
  {
    title: words.statementColumns.file,
    card: 'name',
    fills: true,
    cell: ({ fileName }) => <span className="wrap-anywhere">{fileName}</span>,
  },
  { title: words.statementColumns.format, cell: ({ format }) => format },
  {
    title: words.statementColumns.days,
    cell: ({ firstDay, lastDay }) =>
      firstDay &&
      lastDay && (
        <span>
          <Day value={firstDay} /> – <Day value={lastDay} />
        </span>
      ),
  },
  { title: words.statementColumns.lines, align: 'end', cell: ({ lines }) => formatCount(lines) },
  { title: words.statementColumns.fresh, align: 'end', cell: ({ newLines }) => formatCount(newLines) },
  {
    title: words.statementColumns.sums,
    cell: ({ addsUp }) => <Status tone={addsUp === false ? 'danger' : 'neutral'}>{words.sums[`${addsUp}`]}</Status>,
  },
  { title: words.statementColumns.by, cell: ({ uploadedBy }) => <EmailText>{uploadedBy}</EmailText> },
]

import { useQuery } from '@tanstack/react-query'
import { bankCalls, MOVEMENTS_PAGE_SIZE, type BankMovement, type BankStatement } from '#contract/payments/bank.ts'
import { formatCount, formatMoney } from '#contract/basics/figures.ts'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { readOf } from '#app/api/queries.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { Loading } from '#app/ui/failure.tsx'
import { FilterChips, useChoice } from '#app/ui/filter-chips.tsx'
import { FirstLine } from '#app/ui/first-line.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListScreen, useList, useListQuery } from '#app/ui/list-screen.tsx'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { PlainDay, Time } from '#app/ui/time.tsx'
import { bankWords as words } from '#app/words/bank.ts'
import { ConfirmProposal } from './confirm-proposal.tsx'
import { GiveBackList } from './give-back.tsx'
import { MovementSheet } from './movement-sheet.tsx'
import { PartPaidList } from './part-paid.tsx'
import { UploadStatement } from './upload-statement.tsx'

export const meta = pageMeta(words.title)

const shownValues = ['open', 'decided', 'all'] as const

/** Movements, or by `show` in the address only the money that is to go back, or the bills of which too little came in time. */
export default function Bank() {
  const show = useChoice('show', ['give-back', 'part-paid'])
  if (!show) return <Movements />
  return (
    <section className="grid grid-cols-1 gap-4">
      <ListHead noTable title={words.title} />
      <ShownChips />
      {show === 'give-back' ? <ToGiveBack /> : <PartPaid />}
    </section>
  )
}

function PartPaid() {
  const bills = useQuery(readOf(bankCalls.partPaid))
  if (!bills.data) return <Loading query={bills} />
  return bills.data.bills.some(({ asksPerson }) => asksPerson) ? <PartPaidList pastTime /> : <EmptyState title={words.partPaid.none} />
}

function ToGiveBack() {
  const sums = useQuery(readOf(bankCalls.toGiveBack))
  if (!sums.data) return <Loading query={sums} />
  return sums.data.length > 0 ? <GiveBackList /> : <EmptyState title={words.giveBack.none}>{words.giveBack.noneMore}</EmptyState>
}

/** Statements of the bank: uploaded, and each movement matched with its bills. */
function Movements() {
  const show = useChoice('show', shownValues) ?? 'open'
  const query = { show, ...useListQuery() }
  const list = useList(bankCalls.movements, { query })
  return (
    <ListScreen
      list={list}
      rows={list.data?.movements}
      paging={list.data}
      rowKey={({ _id }) => _id}
      size={MOVEMENTS_PAGE_SIZE}
      words={words}
      search={words.search}
      isFiltered={query.q !== undefined}
      wide
      columns={columnsOf(list.data?.shortfallLimit ?? 0)}
      filters={
        <>
          <Allowed call={bankCalls.upload}>
            <UploadStatement />
          </Allowed>
          <ShownChips open={list.data?.open} />
        </>
      }
      renderSheet={({ row, onClose }) => <MovementSheet movement={row} onClose={onClose} />}
    >
      <PartPaidList />
      <GiveBackList />
      <Statements />
    </ListScreen>
  )
}

const ShownChips = ({ open }: { open?: number | undefined }) => (
  <FilterChips
    label={words.filter}
    name="show"
    chips={[
      { value: '', label: words.open, count: open },
      { value: 'decided', label: words.decided, count: undefined },
      { value: 'all', label: words.all, count: undefined },
      { value: 'part-paid', label: words.partPaid.pastTime, count: undefined },
      { value: 'give-back', label: words.giveBack.title, count: undefined },
    ]}
  />
)

const columnsOf = (shortfallLimit: number): Column<BankMovement>[] => [
  { title: words.columns.day, card: 'plain', cell: ({ bookedOn }) => <PlainDay value={bookedOn} /> },
  { title: words.columns.payer, card: 'name', cell: ({ payer, account }) => payer || account },
  { title: words.columns.text, card: 'plain', fills: true, cell: ({ text }) => <FirstLine text={text} /> },
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
          <ConfirmProposal movement={movement} proposal={movement.proposal} shortfallLimit={shortfallLimit} />
        </Allowed>
      ),
  },
]

function PaysFor({ movement: { decision, proposal, amount, named } }: { movement: BankMovement }) {
  if (decision) {
    const names = decision.bills.map(({ name }) => name).join(', ')
    return <Status tone={decision.outcome === 'matched' ? 'success' : 'neutral'}>{names || words.outcomes[decision.outcome]}</Status>
  }
  if (amount < 0) return <Status tone="neutral">{words.outgoing}</Status>
  if (!proposal) {
    const names = named.map(({ name }) => name).join(', ')
    return <Status tone="warning">{names === '' ? words.noProposal : words.namesPaid(names)}</Status>
  }
  return (
    <Status tone={proposal.certainty === 'sure' ? 'success' : 'warning'}>
      {words.certainty[proposal.certainty]}:{' '}
      {proposal.bills.map(({ name, kind }) => (kind === 'cancelled' ? `${name} (${words.ended})` : name)).join(', ')}
    </Status>
  )
}

function Statements() {
  const { data } = useQuery(readOf(bankCalls.statements))
  if (!data || data.length === 0) return null
  return (
    <>
      <h3 className="mt-4 text-lg">{words.statements}</h3>
      <Table wide caption={words.statements} columns={statementColumns} rows={data} rowKey={({ _id }) => _id} />
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
  { title: words.statementColumns.format, spare: true, cell: ({ format }) => format },
  {
    title: words.statementColumns.days,
    cell: ({ firstDay, lastDay }) => {
      if (!firstDay || !lastDay) return null
      if (firstDay === lastDay) return <PlainDay value={firstDay} />
      return (
        <span>
          <PlainDay value={firstDay} /> – <PlainDay value={lastDay} />
        </span>
      )
    },
  },
  { title: words.statementColumns.lines, align: 'end', cell: ({ lines }) => formatCount(lines) },
  { title: words.statementColumns.fresh, align: 'end', cell: ({ newLines }) => formatCount(newLines) },
  {
    title: words.statementColumns.sums,
    cell: ({ addsUp }) => <Status tone={addsUp === false ? 'danger' : 'neutral'}>{words.sums[`${addsUp}`]}</Status>,
  },
  { title: words.statementColumns.by, spare: true, cell: ({ uploadedBy }) => <EmailText>{uploadedBy}</EmailText> },
]

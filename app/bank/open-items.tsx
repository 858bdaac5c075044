import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatAmount } from '#contract/figures.ts'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { ageBuckets, openItemCalls, type OpenItem, type OpenItemsOfCustomer } from '#contract/open-items.ts'
import { sentenceOf } from '#app/api-error.ts'
import { callApi } from '#app/api.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { Loading } from '#app/failure.tsx'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { OrderLink } from '#app/orders/order-link.tsx'
import { readOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { Day } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/use-action.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { openItemWords as words } from '#app/words/open-items.ts'
import { readDollars } from './money-text.ts'

export const meta = pageMeta(words.title)

/** What customers have taken on account and not paid: sums by age, by customer, and each bill. */
export default function OpenItems() {
  const list = useQuery(readOf(openItemCalls.all))
  const { data } = list
  if (!data) return <Loading query={list} skeleton={<ListSkeleton wide columns={itemColumns} />} />
  return (
    <section className="grid grid-cols-1 gap-4">
      <ListHead title={words.title} lead={words.lead} />
      {data.items.length === 0 ? (
        <EmptyState title={words.none}>{words.noneMore}</EmptyState>
      ) : (
        <>
          <Panel>
            <h3 className="sr-only">{words.sums}</h3>
            <Facts>
              <Fact title={words.sum}>
                <strong>{formatAmount(data.open)}</strong>
              </Fact>
              {ageBuckets.map((bucket) => (
                <Fact key={bucket} title={words.ages[bucket]}>
                  {formatAmount(data.ages[bucket])}
                </Fact>
              ))}
            </Facts>
          </Panel>
          <h3 className="mt-2 text-lg">{words.items}</h3>
          <Table wide caption={words.items} columns={itemColumns} rows={data.items} rowKey={({ billId }) => billId} />
          {data.more && <p className="text-soft">{words.more}</p>}
          <h3 className="mt-2 text-lg">{words.customers}</h3>
          <Table wide caption={words.customers} columns={customerColumns} rows={data.customers} rowKey={({ customerId }) => customerId} />
        </>
      )}
    </section>
  )
}

const itemColumns: Column<OpenItem>[] = [
  {
    title: words.itemColumns.name,
    card: 'name',
    sort: ({ name }) => name,
    cell: ({ orderId, name }) => <OrderLink orderId={orderId}>{name}</OrderLink>,
  },
  {
    title: words.itemColumns.customer,
    card: 'plain',
    fills: true,
    sort: ({ customer, email }) => customer || email,
    cell: ({ customerId, customer, email }) => (
      <Link to={dashboardPaths.customer(customerId)} className="link wrap-anywhere">
        {customer || email}
      </Link>
    ),
  },
  { title: words.itemColumns.open, align: 'end', sort: ({ open }) => open, cell: ({ open }) => formatAmount(open) },
  { title: words.itemColumns.amount, align: 'end', cell: ({ amount }) => formatAmount(amount) },
  { title: words.itemColumns.due, sort: ({ dueOn }) => dueOn, cell: ({ dueOn }) => <Day value={dueOn} /> },
  {
    title: words.itemColumns.state,
    card: 'state',
    cell: ({ daysOverdue }) => (
      <Status tone={daysOverdue > 0 ? 'danger' : 'neutral'}>{daysOverdue > 0 ? words.overdue(daysOverdue) : words.notDue}</Status>
    ),
  },
  { title: words.itemColumns.reminded, align: 'end', cell: ({ reminded }) => reminded },
  {
    title: words.itemColumns.action,
    card: 'action',
    screenOnly: true,
    cell: (item) => (
      <Allowed call={openItemCalls.close}>
        <EnterPayment item={item} />
      </Allowed>
    ),
  },
]

const customerColumns: Column<OpenItemsOfCustomer>[] = [
  {
    title: words.customerColumns.customer,
    card: 'name',
    fills: true,
    cell: ({ customerId, customer, email }) => (
      <Link to={dashboardPaths.customer(customerId)} className="link wrap-anywhere">
        {customer || email}
      </Link>
    ),
  },
  { title: words.customerColumns.open, align: 'end', sort: ({ open }) => open, cell: ({ open }) => formatAmount(open) },
  ...ageBuckets.map((bucket): Column<OpenItemsOfCustomer> => ({
    title: words.ages[bucket],
    align: 'end',
    cell: ({ ages }) => formatAmount(ages[bucket]),
  })),
  { title: words.customerColumns.limit, align: 'end', cell: ({ limit }) => (limit === null ? words.noLimit : formatAmount(limit)) },
]

function EnterPayment({ item }: { item: OpenItem }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" aria-label={words.closeOf(item.name)} onClick={() => setIsOpen(true)}>
        {words.close}
      </Button>
      {isOpen && <PaymentDialog item={item} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Money that came otherwise than by a movement of the bank. */
function PaymentDialog({ item: { billId, name, open }, onClose }: { item: OpenItem; onClose: () => void }) {
  const [typed, setTyped] = useState(open.toFixed(2))
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<{ amount?: string; reason?: string }>({})
  const [trouble, setTrouble] = useState<string>()
  const title = words.closeOf(name)
  const enter = useAction({
    send: (amount: number) => callApi(openItemCalls.close, { params: { id: billId }, body: { amount, open, reason: reason.trim() } }),
    onStart: () => setTrouble(undefined),
    onDone: () => toast.success(words.saved(name)),
    onDoneHere: onClose,
    onRefused: (error) => setTrouble(sentenceOf(error)),
    changes: [openItemCalls.all],
  })
  const submit = () => {
    const amount = readDollars(typed)
    const found = { ...(!amount && { amount: words.amountWrong }), ...(reason.trim() === '' && { reason: words.reasonMissing }) }
    setProblems(found)
    if (amount && Object.keys(found).length === 0) enter.run(amount)
  }
  return (
    <Dialog label={title} busy={enter.isRunning} onClose={onClose}>
      <form
        noValidate
        className="modal-body"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <h2 className="mb-2 text-xl">{title}</h2>
        <p className="mb-3 text-soft">{words.closeLead}</p>
        <div className="grid gap-3">
          <TextField
            label={words.amount}
            inputMode="decimal"
            value={typed}
            error={problems.amount}
            readOnly={enter.isRunning}
            onChange={({ target }) => setTyped(target.value)}
          />
          <TextField
            label={words.reason}
            value={reason}
            error={problems.reason}
            maxLength={TEXT_LIMITS.refundReason}
            readOnly={enter.isRunning}
            onChange={({ target }) => setReason(target.value)}
          />
          {trouble && <Notice tone="danger">{trouble}</Notice>}
        </div>
        <div className="modal-actions">
          <Button variant="secondary" onClick={onClose} disabled={enter.isRunning}>
            {dialogWords.cancel}
          </Button>
          <Button type="submit" busy={enter.isRunning}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { bankCalls } from '#contract/payments/bank.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { ageBuckets, openItemCalls, type OpenItem, type OpenItemsOfCustomer } from '#contract/payments/open-items.ts'
import { callApi } from '#app/api/api.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { fieldsOf, filled } from '#app/ui/form-fields.ts'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { OrderLink } from '#app/orders/order-link.tsx'
import { readOf } from '#app/api/queries.ts'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FilterChips, useChoice } from '#app/ui/filter-chips.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { KeyFigures } from '#app/ui/key-figures.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { LoadingList } from '#app/ui/loading-list.tsx'
import { PlainDay } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { openItemWords as words } from '#app/words/open-items.ts'
import { AcceptShortfall } from './accept-shortfall.tsx'
import { readDollars } from './money-text.ts'

export const meta = pageMeta(words.title)

/** Unpaid bills on account: sums by age, by customer, and each bill. */
export default function OpenItems() {
  const list = useQuery(readOf(openItemCalls.all))
  const { data } = list
  const isOverdue = useChoice('due', ['overdue']) !== undefined
  if (!data) return <LoadingList query={list} title={words.title} wide columns={itemColumns} />
  return (
    <section className="grid grid-cols-1 gap-4">
      <ListHead title={words.title} lead={words.lead} />
      {data.items.length === 0 ? (
        <EmptyState title={words.none}>{words.noneMore}</EmptyState>
      ) : (
        <>
          <Panel>
            <h3 className="sr-only">{words.sums}</h3>
            <KeyFigures
              figures={[
                { title: words.sum, value: formatAmount(data.open) },
                ...ageBuckets.map((bucket) => ({ title: words.ages[bucket], value: formatAmount(data.ages[bucket]) })),
              ]}
            />
          </Panel>
          <h3 className="mt-2 text-lg">{words.items}</h3>
          <FilterChips
            label={words.filter}
            name="due"
            chips={[
              { value: '', label: words.allItems, count: undefined },
              { value: 'overdue', label: words.overdueItems, count: undefined },
            ]}
          />
          <Table
            wide
            caption={words.items}
            columns={itemColumns}
            rows={isOverdue ? data.items.filter(({ daysOverdue }) => daysOverdue > 0) : data.items}
            rowKey={({ billId }) => billId}
          />
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
  {
    title: words.itemColumns.due,
    sort: ({ dueOn }) => dueOn,
    cell: ({ dueOn, daysFromDispatch, byDelivery }) =>
      daysFromDispatch === undefined ? (
        <PlainDay value={dueOn} />
      ) : byDelivery ? (
        words.notInvoiced(daysFromDispatch)
      ) : (
        words.fromDispatch(daysFromDispatch)
      ),
  },
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
        {item.open < item.amount && !item.byDelivery && (
          <AcceptShortfall
            name={item.name}
            missing={item.open}
            send={(body) => callApi(bankCalls.acceptShortfall, { params: { id: item.billId }, body })}
          />
        )}
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

const EnterPayment = ({ item }: { item: OpenItem }) => (
  <DialogButton aria-label={words.closeOf(item.name)} renderDialog={(onClose) => <PaymentDialog item={item} onClose={onClose} />}>
    {words.close}
  </DialogButton>
)

/** Records money that arrived otherwise than by a movement of the bank. */
function PaymentDialog({ item: { billId, name, open }, onClose }: { item: OpenItem; onClose: () => void }) {
  const form = useForm({ defaultValues: { amount: open.toFixed(2), reason: '' } })
  const field = fieldsOf(form)
  const enter = useFormAction({
    form,
    send: ({ amount, reason }: { amount: string; reason: string }) =>
      callApi(openItemCalls.close, { params: { id: billId }, body: { amount: readDollars(amount)!, open, reason: reason.trim() } }), // validated
    onDone: () => toast.success(words.saved(name)),
    onClose,
    changes: [openItemCalls.all],
  })
  return (
    <FormDialog
      title={words.closeOf(name)}
      lead={words.closeLead}
      submit={words.save}
      action={enter}
      onSubmit={form.handleSubmit(enter.run)}
      onClose={onClose}
    >
      <TextField
        {...field('amount', { validate: (typed) => Boolean(readDollars(typed)) || words.amountWrong })}
        label={words.amount}
        inputMode="decimal"
        readOnly={enter.isRunning}
      />
      <TextField
        {...field('reason', filled(words.reasonMissing))}
        label={words.reason}
        maxLength={TEXT_LIMITS.refundReason}
        readOnly={enter.isRunning}
      />
    </FormDialog>
  )
}

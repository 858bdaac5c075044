import { useQuery } from '@tanstack/react-query'
import { bankCalls, type PartPaidBill } from '#contract/payments/bank.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import { callApi } from '#app/api/api.ts'
import { readOf } from '#app/api/queries.ts'
import { Allowed } from '#app/identity/may.tsx'
import { OrderLink } from '#app/orders/order-link.tsx'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { bankWords } from '#app/words/bank.ts'
import { AcceptShortfall } from './accept-shortfall.tsx'
import { MoveMoney } from './move-money.tsx'

const words = bankWords.partPaid

/** Unpaid orders of which a part has arrived, or only those past their time; nothing where there are none. */
export function PartPaidList({ pastTime = false }) {
  const { data } = useQuery(readOf(bankCalls.partPaid))
  const bills = data?.bills.filter(({ asksPerson }) => asksPerson || !pastTime)
  if (!data || !bills?.length) return null
  return (
    <>
      <div className="mt-4">
        <h3 className="text-lg">{words.title}</h3>
        <p className="list-lead">{words.lead}</p>
      </div>
      <Table wide caption={words.title} columns={columnsOf(data.shortfallLimit)} rows={bills} rowKey={({ billId }) => billId} />
    </>
  )
}

const columnsOf = (limit: number): Column<PartPaidBill>[] => [
  { title: words.columns.name, card: 'name', cell: ({ orderId, name }) => <OrderLink orderId={orderId}>{name}</OrderLink> },
  { title: words.columns.customer, card: 'plain', fills: true, cell: ({ customer, email }) => customer || email },
  { title: words.columns.received, align: 'end', cell: ({ received }) => formatAmount(received) },
  { title: words.columns.open, align: 'end', cell: ({ open }) => formatAmount(open) },
  { title: words.columns.payBy, cell: ({ payBy }) => payBy && <Time value={payBy} /> },
  {
    title: words.columns.state,
    card: 'state',
    cell: ({ asksPerson }) => <Status tone={asksPerson ? 'danger' : 'neutral'}>{asksPerson ? words.asks : words.waits}</Status>,
  },
  {
    title: words.columns.action,
    card: 'action',
    screenOnly: true,
    cell: ({ billId, name, open, received }) => (
      <Allowed call={bankCalls.acceptShortfall}>
        {open <= limit && (
          <AcceptShortfall
            name={name}
            missing={open}
            send={(body) => callApi(bankCalls.acceptShortfall, { params: { id: billId }, body })}
          />
        )}
        <MoveMoney id={billId} kind="part" billId={billId} name={name} amount={received} />
      </Allowed>
    ),
  },
]

import { useQuery } from '@tanstack/react-query'
import { bankCalls, type GiveBack } from '#contract/payments/bank.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { Allowed } from '#app/identity/may.tsx'
import { readOf } from '#app/api/queries.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import { Day } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { bankWords } from '#app/words/bank.ts'
import { bankReads } from './bank-reads.ts'
import { MoveMoney } from './move-money.tsx'
import { ReviveOrder } from './revive-order.tsx'

const words = bankWords.giveBack

/** Money that is to go back to buyers; nothing where there is none. */
export function GiveBackList() {
  const { data } = useQuery(readOf(bankCalls.toGiveBack))
  if (!data || data.length === 0) return null
  return (
    <>
      <div className="mt-4">
        <h3 className="text-lg">{words.title}</h3>
        <p className="list-lead">{words.lead}</p>
      </div>
      <Table wide caption={words.title} columns={columns} rows={data} rowKey={({ _id, kind }) => `${kind} ${_id}`} />
    </>
  )
}

const columns: Column<GiveBack>[] = [
  { title: words.columns.name, card: 'name', fills: true, cell: ({ name }) => name },
  { title: words.columns.kind, card: 'plain', cell: ({ kind }) => words.kinds[kind] },
  { title: words.columns.amount, align: 'end', cell: ({ amount }) => formatAmount(amount) },
  {
    title: words.columns.account,
    multiline: true,
    cell: ({ payer, payerAccount }) => [payer, payerAccount].filter((one) => one !== '').join(', '),
  },
  { title: words.columns.since, cell: ({ since }) => <Day value={since} /> },
  {
    title: words.columns.action,
    card: 'action',
    screenOnly: true,
    cell: ({ _id, kind, amount, name, billId, revivable }) => (
      <Allowed call={bankCalls.givenBack}>
        {billId && revivable && <ReviveOrder billId={billId} name={name} missing={revivable.missing} />}
        {billId && kind !== 'refund' && <MoveMoney id={_id} kind={kind} billId={billId} name={name} amount={amount} />}
        <ConfirmedAction
          button={words.done}
          buttonLabel={words.doneOf(name)}
          tone="primary"
          question={words.question(formatAmount(amount), name)}
          send={() => callApi(bankCalls.givenBack, { params: { id: _id }, body: { kind } })}
          onDone={({ modifiedCount }) => (modifiedCount === 1 ? toast.success(words.marked) : toast.info(words.markedBefore))}
          changes={bankReads}
        />
      </Allowed>
    ),
  },
]

import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formatCount } from '#contract/basics/figures.ts'
import { ORDERS_PAGE_SIZE, TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { lowStockCalls } from '#contract/parts/low-stock.ts'
import { partDeskCalls, stockReasons, type StockChange, type StockMove, type StockReason } from '#contract/parts/part-desk.ts'
import { callApi } from '#app/api/api.ts'
import { Loading } from '#app/ui/failure.tsx'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { Allowed } from '#app/identity/may.tsx'
import { OrderLink } from '#app/orders/order-link.tsx'
import { partReads, showChanged } from '#app/parts/listed-parts.ts'
import { LowStockForm } from '#app/parts/low-stock.tsx'
import { LedgerFile } from '#app/parts/ledger-file.tsx'
import { readPieces } from '#app/parts/quantity.ts'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Refusal } from '#app/ui/notice.tsx'
import { PageTurner } from '#app/ui/page-turner.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { partStockWords as words } from '#app/words/part-stock.ts'

/** The stock of a part: a change with its reason, and the ledger. */
export function PartStock({ id }: { id: string }) {
  const [page, setPage] = useState(0)
  const ledger = useQuery({ ...readOf(partDeskCalls.ledger, { params: { id }, query: { page } }), placeholderData: keepPreviousData })
  const { data } = ledger
  return (
    <section className="mt-6 grid gap-3">
      <h3 className="text-lg">{data ? words.title(formatCount(data.available)) : words.stock}</h3>
      {!data ? (
        <Loading query={ledger} />
      ) : (
        <>
          <Allowed call={partDeskCalls.moveStock}>
            <StockForm id={id} available={data.available} />
          </Allowed>
          <Allowed call={lowStockCalls.set}>
            <LowStockForm id={id} below={data.lowStockBelow} />
          </Allowed>
          <Table caption={words.ledger} columns={stockMoveColumns} rows={data.moves} rowKey={({ position }) => position} wide />
          <LedgerFile id={id} />
          <PageTurner page={data.page} pages={Math.ceil(data.count / ORDERS_PAGE_SIZE)} label={words.pages} onTurn={setPage} />
        </>
      )}
    </section>
  )
}

type Fields = { change: StockChange['change']; pieces: string; reason: StockReason; note: string }
const EMPTY: Fields = { change: 'add', pieces: '', reason: 'received', note: '' }

function StockForm({ id, available }: { id: string; available: number }) {
  const form = useForm<Fields>({ defaultValues: EMPTY })
  const field = fieldsOf(form)
  const sender = useIdempotentSender<StockChange>()
  const move = useFormAction({
    form,
    send: ({ pieces, ...rest }: Fields) =>
      sender({ ...rest, pieces: readPieces(pieces)!, seen: available }, (request) =>
        callApi(partDeskCalls.moveStock, { params: { id }, ...request }),
      ), // validated
    onDone: ({ modifiedCount, available: now }) => {
      showChanged({ _id: id, available: now })
      form.reset({ ...EMPTY, reason: form.getValues('reason') })
      toast.success(modifiedCount === 1 ? words.moved(formatCount(now)) : words.unchanged)
    },
    changes: [partDeskCalls.ledger, ...partReads],
  })
  return (
    <form method="post" noValidate className="grid gap-3" onSubmit={(event) => void form.handleSubmit(move.run)(event)}>
      <div className="flex flex-wrap items-start gap-3">
        <SelectField {...field('change')} label={words.change} options={words.changes} />
        <TextField
          {...field('pieces', { validate: (typed) => readPieces(typed) !== undefined || messages.quantityWhole })}
          label={words.pieces}
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField {...field('reason')} label={words.reason} options={stockReasons.map((reason) => [reason, words.reasons[reason]])} />
      </div>
      <TextField {...field('note')} label={words.note} hint={words.noteHint} maxLength={TEXT_LIMITS.stockNote} />
      <Refusal sentences={move.refusal} />
      <Button type="submit" variant="secondary" className="justify-self-start" busy={move.isRunning}>
        {words.book}
      </Button>
    </form>
  )
}

export const stockMoveColumns: Column<StockMove>[] = [
  { title: words.columns.at, card: 'plain', cell: ({ at }) => <Time value={at} /> },
  { title: words.columns.delta, align: 'end', cell: ({ delta }) => (delta > 0 ? `+${formatCount(delta)}` : `−${formatCount(-delta)}`) },
  { title: words.columns.balance, align: 'end', cell: ({ balance }) => formatCount(balance) },
  {
    title: words.columns.why,
    card: 'name',
    multiline: true,
    cell: ({ kind, reason, note, order }) => (
      <>
        <span>{reason === null ? words.kinds[kind] : words.reasons[reason]} </span>
        {order && <OrderLink orderId={order._id}>{order.number}</OrderLink>}
        {note !== '' && <span className="label-text block wrap-anywhere">{note}</span>}
      </>
    ),
  },
  { title: words.columns.by, cell: ({ by }) => by && <span className="wrap-anywhere">{by}</span> },
]

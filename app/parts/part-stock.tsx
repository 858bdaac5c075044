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
import { ExpectedGoods } from '#app/parts/expected-goods.tsx'
import { partReads, showChanged } from '#app/parts/listed-parts.ts'
import { LowStockForm } from '#app/parts/low-stock.tsx'
import { LedgerFile } from '#app/parts/ledger-file.tsx'
import { readPieces } from '#app/parts/quantity.ts'
import { readOf } from '#app/api/queries.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Refusal } from '#app/ui/notice.tsx'
import { PageTurner } from '#app/ui/page-turner.tsx'
import { savedBy, SavedForm } from '#app/ui/save-together.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { partDeskWords } from '#app/words/part-desk.ts'
import { partStockWords as words } from '#app/words/part-stock.ts'
import { stockSheetWords } from '#app/words/stock-sheet.ts'

/** The stock of a part: a change with its reason, from which number on it is low, and the deliveries that are expected. */
export function PartStock({ id, isOnSale }: { id: string; isOnSale: boolean }) {
  const ledger = useQuery(readOf(partDeskCalls.ledger, { params: { id }, query: { page: 0 } }))
  const { data } = ledger
  if (!data) return <Loading query={ledger} />
  return (
    <>
      <p className="figures font-semibold">{words.title(formatCount(data.available))}</p>
      <Allowed call={partDeskCalls.moveStock}>
        <StockForm id={id} available={data.available} />
      </Allowed>
      <Allowed call={lowStockCalls.set}>
        <LowStockForm id={id} below={data.lowStockBelow} />
      </Allowed>
      {isOnSale && <ExpectedGoods id={id} />}
    </>
  )
}

/** All moves of a part's stock, in pages. */
export function StockLedger({ id }: { id: string }) {
  const [page, setPage] = useState(0)
  const ledger = useQuery({ ...readOf(partDeskCalls.ledger, { params: { id }, query: { page } }), placeholderData: keepPreviousData })
  const { data } = ledger
  if (!data) return <Loading query={ledger} />
  return (
    <div className="grid grid-cols-1 gap-3">
      <Table caption={words.ledger} columns={stockMoveColumns} rows={data.moves} rowKey={({ position }) => position} wide />
      <LedgerFile id={id} />
      <PageTurner page={data.page} pages={Math.ceil(data.count / ORDERS_PAGE_SIZE)} label={words.pages} onTurn={setPage} />
    </div>
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
    changes: [partDeskCalls.ledger, partDeskCalls.one, ...partReads],
  })
  // A reason alone changes nothing.
  const isDirty = form.watch(['pieces', 'note']).some((typed) => typed.trim() !== '')
  return (
    <SavedForm title={partDeskWords.sections.stock} {...savedBy(form, move)} isDirty={isDirty}>
      <div className="grid items-start gap-3 sm:grid-cols-[auto_8rem_auto_minmax(10rem,1fr)]">
        <SelectField {...field('change')} label={words.change} options={words.changes} />
        <TextField
          {...field('pieces', { validate: (typed) => readPieces(typed) !== undefined || messages.quantityWhole })}
          label={words.pieces}
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField {...field('reason')} label={words.reason} options={stockReasons.map((reason) => [reason, words.reasons[reason]])} />
        <TextField {...field('note')} label={words.note} hint={words.noteHint} maxLength={TEXT_LIMITS.stockNote} />
      </div>
      <Refusal sentences={move.refusal} />
    </SavedForm>
  )
}

export const stockMoveColumns: Column<StockMove>[] = [
  { title: words.columns.at, card: 'plain', cell: ({ at }) => <Time value={at} /> },
  { title: words.columns.delta, align: 'end', cell: ({ delta }) => stockSheetWords.signed(delta) },
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

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { dayText } from '#contract/day-text.ts'
import {
  expectedGoodsCalls,
  expectedGoodsMessages as messages,
  type Delivery,
  type DeliveryChange,
  type NewDelivery,
} from '#contract/expected-goods.ts'
import { formatCount } from '#contract/figures.ts'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { partDeskCalls } from '#contract/part-desk.ts'
import { sentencesOf } from '#app/api-error.ts'
import { callApi } from '#app/api.ts'
import { ConfirmedAction } from '#app/confirmed-action.tsx'
import { Loading } from '#app/failure.tsx'
import { fieldsOf, filled, showRefusal } from '#app/form-fields.ts'
import { useIdempotentSender } from '#app/idempotent-sender.ts'
import { Allowed } from '#app/identity/may.tsx'
import { partReads } from '#app/parts/listed-parts.ts'
import { readPieces } from '#app/parts/quantity.ts'
import { readOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/use-action.ts'
import { expectedGoodsWords as words } from '#app/words/expected-goods.ts'

const changes = [expectedGoodsCalls.ofPart, partDeskCalls.ledger, ...partReads]
const dayOf = ({ date }: Delivery) => dayText(date)
const readDelivered = (typed: string) => {
  const pieces = readPieces(typed)
  return pieces !== undefined && pieces > 0 ? pieces : undefined
}

/** The deliveries of a part that have not arrived: entered, changed, removed, and booked when they come. */
export function ExpectedGoods({ id }: { id: string }) {
  const query = useQuery(readOf(expectedGoodsCalls.ofPart, { params: { id } }))
  const [changed, setChanged] = useState<Delivery>()
  const { data } = query
  return (
    <section className="mt-6 grid gap-3">
      <h3 className="text-lg">{words.heading}</h3>
      {!data ? (
        <Loading query={query} />
      ) : data.length === 0 ? (
        <p className="text-soft">{words.none}</p>
      ) : (
        <Table caption={words.heading} columns={columnsFor(setChanged)} rows={data} rowKey={({ _id }) => _id} wide />
      )}
      <Allowed call={expectedGoodsCalls.expect}>
        {changed ? <ChangeForm key={changed._id} delivery={changed} onClose={() => setChanged(undefined)} /> : <ExpectForm id={id} />}
      </Allowed>
    </section>
  )
}

type Fields = { date: string; pieces: string; note: string }
const EMPTY: Fields = { date: '', pieces: '', note: '' }
/** Of fields that the form has checked. */
const deliveryOf = ({ pieces, ...rest }: Fields): NewDelivery => ({ ...rest, pieces: readDelivered(pieces)! })

function ExpectForm({ id }: { id: string }) {
  const form = useForm<Fields>({ defaultValues: EMPTY })
  const [trouble, setTrouble] = useState<string>()
  const sender = useIdempotentSender<NewDelivery>()
  const add = useAction({
    send: (fields: Fields) => sender(deliveryOf(fields), (request) => callApi(expectedGoodsCalls.expect, { params: { id }, ...request })),
    onStart: () => setTrouble(undefined),
    onDone: () => {
      form.reset(EMPTY)
      toast.success(words.added)
    },
    onRefused: (error) => setTrouble(showRefusal(form, error)),
    changes,
  })
  return (
    <form method="post" noValidate className="grid gap-3" data-screen-only onSubmit={(event) => void form.handleSubmit(add.run)(event)}>
      <DeliveryFields field={fieldsOf(form)} />
      <p className="text-sm text-soft">{words.told}</p>
      {trouble && <Notice tone="danger">{trouble}</Notice>}
      <Button type="submit" variant="secondary" className="justify-self-start" busy={add.isRunning}>
        {words.add}
      </Button>
    </form>
  )
}

function ChangeForm({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { _id, date, pieces, note } = delivery
  const form = useForm<Fields>({ defaultValues: { date, pieces: String(pieces), note } })
  const [trouble, setTrouble] = useState<string>()
  const save = useAction({
    send: (fields: Fields) => {
      const body: DeliveryChange = { ...deliveryOf(fields), seen: { date, pieces, note } }
      return callApi(expectedGoodsCalls.change, { params: { id: _id }, body })
    },
    onStart: () => setTrouble(undefined),
    onDone: ({ modifiedCount }) => toast.success(modifiedCount === 1 ? words.saved : words.unchanged),
    onDoneHere: onClose,
    onRefused: (error) => setTrouble(showRefusal(form, error)),
    changes,
  })
  return (
    <form method="post" noValidate className="grid gap-3" data-screen-only onSubmit={(event) => void form.handleSubmit(save.run)(event)}>
      <h4>{words.changeHeading(dayOf(delivery))}</h4>
      <DeliveryFields field={fieldsOf(form)} />
      {trouble && <Notice tone="danger">{trouble}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" busy={save.isRunning}>
          {words.save}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

function DeliveryFields({ field }: { field: ReturnType<typeof fieldsOf<Fields>> }) {
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <TextField {...field('date', filled(messages.dayMissing))} label={words.day} type="date" />
        <TextField
          {...field('pieces', { validate: (typed) => readDelivered(typed) !== undefined || messages.piecesBounds })}
          label={words.pieces}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <TextField {...field('note')} label={words.note} hint={words.noteHint} maxLength={TEXT_LIMITS.stockNote} />
    </>
  )
}

const columnsFor = (onChange: (delivery: Delivery) => void): Column<Delivery>[] => [
  {
    title: words.columns.date,
    card: 'name',
    cell: (delivery) => (
      <span className="whitespace-nowrap">
        <span>{dayOf(delivery)}</span>
        {delivery.isLate && <span className="text-danger"> {words.late}</span>}
      </span>
    ),
  },
  { title: words.columns.pieces, align: 'end', cell: ({ pieces }) => formatCount(pieces) },
  { title: words.columns.note, multiline: true, cell: ({ note }) => <span className="wrap-anywhere">{note}</span> },
  { title: words.columns.by, cell: ({ by }) => <span className="wrap-anywhere">{by}</span> },
  {
    title: words.columns.actions,
    card: 'action',
    screenOnly: true,
    cell: (delivery) => (
      <Allowed call={expectedGoodsCalls.arrive}>
        <span className="flex flex-wrap gap-2">
          <Arrived delivery={delivery} />
          <Button variant="secondary" aria-label={words.changeOf(dayOf(delivery))} onClick={() => onChange(delivery)}>
            {words.change}
          </Button>
          <Remove delivery={delivery} />
        </span>
      </Allowed>
    ),
  },
]

/** Asks how many pieces have come: a delivery is seldom short, and it is booked as it is. */
function Arrived({ delivery }: { delivery: Delivery }) {
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const close = () => {
    setTyped(undefined)
    setProblem(undefined)
  }
  const book = useAction({
    send: (pieces: number) => callApi(expectedGoodsCalls.arrive, { params: { id: delivery._id }, body: { pieces } }),
    onDone: ({ modifiedCount }, pieces) =>
      modifiedCount === 1 ? toast.success(words.booked(formatCount(pieces))) : toast.error(words.bookedBefore),
    onDoneHere: close,
    onRefused: (error) => setProblem(sentencesOf(error).join(' ')),
    changes,
  })
  const confirm = () => {
    const pieces = readDelivered(typed ?? '')
    if (pieces === undefined) setProblem(messages.piecesBounds)
    else book.run(pieces)
  }
  return (
    <>
      <Button variant="secondary" aria-label={words.arrivedOf(dayOf(delivery))} onClick={() => setTyped(String(delivery.pieces))}>
        {words.arrived}
      </Button>
      {typed !== undefined && (
        <ConfirmModal
          question={words.arrivedQuestion(dayOf(delivery))}
          tone="primary"
          busy={book.isRunning}
          onConfirm={confirm}
          onCancel={close}
        >
          {words.arrivedLead}
          <TextField
            className="mt-4"
            label={words.arrivedPieces}
            error={problem}
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            readOnly={book.isRunning}
            onChange={({ target }) => {
              setTyped(target.value)
              setProblem(undefined)
            }}
          />
        </ConfirmModal>
      )}
    </>
  )
}

function Remove({ delivery }: { delivery: Delivery }) {
  const day = dayOf(delivery)
  return (
    <ConfirmedAction
      renderButton={(ask) => (
        <Button variant="secondary" aria-label={words.removeOf(day)} onClick={ask}>
          {words.remove}
        </Button>
      )}
      question={words.removeQuestion(day, formatCount(delivery.pieces))}
      send={() => callApi(expectedGoodsCalls.remove, { params: { id: delivery._id } })}
      onDone={() => toast.success(words.removed)}
      changes={changes}
    />
  )
}

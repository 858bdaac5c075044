import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { dayText } from '#contract/basics/day-text.ts'
import {
  expectedGoodsCalls,
  expectedGoodsMessages as messages,
  type Delivery,
  type DeliveryChange,
  type NewDelivery,
} from '#contract/parts/expected-goods.ts'
import { formatCount } from '#contract/basics/figures.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { partDeskCalls } from '#contract/parts/part-desk.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { Loading } from '#app/ui/failure.tsx'
import { fieldsOf, filled } from '#app/ui/form-fields.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { Allowed } from '#app/identity/may.tsx'
import { partReads } from '#app/parts/listed-parts.ts'
import { readPieces } from '#app/parts/quantity.ts'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { Refusal } from '#app/ui/notice.tsx'
import { useUnsaved } from '#app/ui/save-together.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { dialogWords } from '#app/words/dialogs.ts'
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
    <section className="grid grid-cols-1 gap-3 border-t border-t-line pt-4">
      <h4 className="font-semibold">{words.heading}</h4>
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
const isDelivered = { validate: (typed: string) => readDelivered(typed) !== undefined || messages.piecesBounds }
/** Of fields that the form has checked. */
const deliveryOf = ({ pieces, ...rest }: Fields): NewDelivery => ({ ...rest, pieces: readDelivered(pieces)! })

function ExpectForm({ id }: { id: string }) {
  const form = useForm<Fields>({ defaultValues: EMPTY })
  useUnsaved(words.heading, form.formState)
  const sender = useIdempotentSender<NewDelivery>()
  const add = useFormAction({
    form,
    send: (fields: Fields) => sender(deliveryOf(fields), (request) => callApi(expectedGoodsCalls.expect, { params: { id }, ...request })),
    onDone: () => {
      form.reset(EMPTY)
      toast.success(words.added)
    },
    changes,
  })
  return (
    <form method="post" noValidate className="grid gap-3" data-screen-only onSubmit={(event) => void form.handleSubmit(add.run)(event)}>
      <DeliveryFields field={fieldsOf(form)} />
      <p className="text-sm text-soft">{words.told}</p>
      <Refusal sentences={add.refusal} />
      <Button type="submit" variant="secondary" className="justify-self-start" busy={add.isRunning}>
        {words.add}
      </Button>
    </form>
  )
}

function ChangeForm({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { _id, date, pieces, note } = delivery
  const form = useForm<Fields>({ defaultValues: { date, pieces: String(pieces), note } })
  useUnsaved(words.heading, form.formState)
  const save = useFormAction({
    form,
    send: (fields: Fields) => {
      const body: DeliveryChange = { ...deliveryOf(fields), seen: { date, pieces, note } }
      return callApi(expectedGoodsCalls.change, { params: { id: _id }, body })
    },
    onDone: ({ modifiedCount }) => toast.success(modifiedCount === 1 ? words.saved : words.unchanged),
    onClose,
    changes,
  })
  return (
    <form method="post" noValidate className="grid gap-3" data-screen-only onSubmit={(event) => void form.handleSubmit(save.run)(event)}>
      <h5>{words.changeHeading(dayOf(delivery))}</h5>
      <DeliveryFields field={fieldsOf(form)} />
      <Refusal sentences={save.refusal} />
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
    <div className="grid items-start gap-3 sm:grid-cols-[auto_10rem_minmax(10rem,1fr)]">
      <TextField {...field('date', filled(messages.dayMissing))} label={words.day} type="date" />
      <TextField {...field('pieces', isDelivered)} label={words.pieces} inputMode="numeric" autoComplete="off" />
      <TextField {...field('note')} label={words.note} hint={words.noteHint} maxLength={TEXT_LIMITS.stockNote} />
    </div>
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

/** Asks for the delivered pieces: a short delivery is rare, and the typed number is booked. */
const Arrived = ({ delivery }: { delivery: Delivery }) => (
  <DialogButton
    aria-label={words.arrivedOf(dayOf(delivery))}
    renderDialog={(onClose) => <ArrivedDialog delivery={delivery} onClose={onClose} />}
  >
    {words.arrived}
  </DialogButton>
)

function ArrivedDialog({ delivery: { _id, pieces, ...delivery }, onClose }: { delivery: Delivery; onClose: () => void }) {
  const form = useForm({ defaultValues: { pieces: String(pieces) } })
  const book = useFormAction({
    form,
    send: (typed: { pieces: string }) =>
      callApi(expectedGoodsCalls.arrive, { params: { id: _id }, body: { pieces: readDelivered(typed.pieces)! } }), // validated
    onDone: ({ modifiedCount }, typed) =>
      modifiedCount === 1 ? toast.success(words.booked(formatCount(readDelivered(typed.pieces)!))) : toast.error(words.bookedBefore),
    onClose,
    changes,
  })
  return (
    <FormDialog
      title={words.arrivedQuestion(dayText(delivery.date))}
      lead={words.arrivedLead}
      submit={dialogWords.confirm}
      action={book}
      closesOutside
      onSubmit={form.handleSubmit(book.run)}
      onClose={onClose}
    >
      <TextField
        {...fieldsOf(form)('pieces', isDelivered)}
        label={words.arrivedPieces}
        inputMode="numeric"
        autoComplete="off"
        readOnly={book.isRunning}
      />
    </FormDialog>
  )
}

function Remove({ delivery }: { delivery: Delivery }) {
  const day = dayOf(delivery)
  return (
    <ConfirmedAction
      button={words.remove}
      buttonLabel={words.removeOf(day)}
      question={words.removeQuestion(day, formatCount(delivery.pieces))}
      send={() => callApi(expectedGoodsCalls.remove, { params: { id: delivery._id } })}
      onDone={() => toast.success(words.removed)}
      changes={changes}
    />
  )
}

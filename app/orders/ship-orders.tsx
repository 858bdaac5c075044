import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { normalTrackingNumber, trackingNumberProblem, type CarrierId } from '#contract/orders/carriers.ts'
import { formatCount } from '#contract/basics/figures.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { leftToSend, orderCalls, type Order } from '#contract/orders/orders.ts'
import { parcelMessages } from '#contract/orders/parcel-messages.ts'
import type { ParcelToSend } from '#contract/orders/parcels.ts'
import { createIdempotentSender } from '#app/api/idempotent-sender.ts'
import { readAgain } from '#app/api/queries.ts'
import { useMay } from '#app/identity/may.tsx'
import { orderLists } from '#app/orders/order-lists.ts'
import { carrierFor, carrierOptions, presetCarrier, rememberCarrier } from '#app/parcels/parcel-fields.tsx'
import { shipOrSend } from '#app/parcels/ship-or-send.ts'
import { Button } from '#app/ui/button.tsx'
import { failureText } from '#app/ui/failure.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { toast } from '#app/ui/toast.ts'
import { batchWords as words } from '#app/words/batch.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { orderStateWords } from '#app/words/order-states.ts'
import { sampleWords } from '#app/words/samples.ts'
import { parcelWords } from '#app/words/parcels.ts'

export const nameOfOrder = ({ number, name, email }: Order) => `${number}, ${name}, ${email}`

/** Ships the selected orders. One that is disputed or partly refunded is not shipped: its own button asks about it. */
export function ShipOrders({ orders }: { orders: readonly Order[] }) {
  // Orders leave the selection when they are shipped; those that were asked about stay in the dialog.
  const [asked, setAsked] = useState<readonly Order[]>()
  if (!useMay()(orderCalls.ship)) return null
  const close = () => {
    setAsked(undefined)
    void readAgain(...orderLists)
  }
  return (
    <>
      {orders.length > 0 && <Button onClick={() => setAsked(orders)}>{words.ship}</Button>}
      {asked && <ShipTable orders={asked} onClose={close} />}
    </>
  )
}

/** What became of a row: it was shipped, or why it was not. */
type Outcome = 'shipped' | { problem: string }

function ShipTable({ orders, onClose }: { orders: readonly Order[]; onClose: () => void }) {
  const [carrier, setCarrier] = useState(presetCarrier)
  const [numbers, setNumbers] = useState<Record<string, string>>({})
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({})
  /** Numbers that cannot be: nothing is sent before they are corrected. */
  const [wrongNumbers, setWrongNumbers] = useState(0)
  const [isRunning, setIsRunning] = useState(false)
  const isStopped = useRef(false)
  // A second press can come before the buttons are disabled.
  const isSending = useRef(false)
  const [senders] = useState(() => new Map(orders.map(({ _id }) => [_id, createIdempotentSender<ParcelToSend>()])))
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])

  const open = orders.filter(({ _id }) => outcomes[_id] !== 'shipped')
  const tell = (id: string, outcome: Outcome) => setOutcomes((before) => ({ ...before, [id]: outcome }))

  const shipOne = async (order: Order): Promise<Outcome> => {
    const pieces = leftToSend(order)
    const trackingNumber = numbers[order._id]?.trim() ?? ''
    const chosen = trackingNumber === '' ? '' : carrierFor(trackingNumber, carrier)
    const parcel = { carrier: chosen || null, trackingNumber: normalTrackingNumber(trackingNumber, chosen || null) || null }
    const sent = await shipOrSend(order, { left: pieces, pieces, ...parcel, doubts: [] }, senders.get(order._id)!)
    return 'refused' in sent ? { problem: sent.refused } : 'shipped'
  }
  const ship = async () => {
    if (isSending.current) return
    const wrong = open.flatMap(({ _id }) => {
      const problem = problemOf(numbers[_id] ?? '', carrier)
      return problem ? [[_id, { problem }] as const] : []
    })
    setOutcomes((before) => ({
      ...Object.fromEntries(Object.entries(before).filter(([, one]) => one === 'shipped')),
      ...Object.fromEntries(wrong),
    }))
    setWrongNumbers(wrong.length)
    if (wrong.length > 0) return
    isSending.current = true
    setIsRunning(true)
    isStopped.current = false
    let shipped = 0
    for (const order of open) {
      if (isStopped.current) break
      const outcome = await shipOne(order).catch((error: unknown) => ({ problem: failureText(error) }))
      if (outcome === 'shipped') shipped++
      tell(order._id, outcome)
    }
    rememberCarrier({ carrier })
    isSending.current = false
    setIsRunning(false)
    if (shipped < open.length) return
    toast.success(messages.partShipped)
    onClose()
  }

  /** A pasted column of numbers goes into this row and those below it; a line without one leaves its row empty. */
  const fillDown = (event: ClipboardEvent, from: Order) => {
    const lines = event.clipboardData
      .getData('text')
      .replace(/\r?\n$/, '')
      .split(/\r\n|\r|\n/)
    if (lines.length < 2) return
    event.preventDefault()
    const pasted = lines.map((line) => line.split('\t', 1)[0]!.trim())
    const below = open.slice(open.indexOf(from), open.indexOf(from) + pasted.length)
    setNumbers((before) => ({ ...before, ...Object.fromEntries(below.map(({ _id }, index) => [_id, pasted[index]!])) }))
  }
  const columns = columnsOf({
    numbers,
    outcomes,
    isRunning,
    onType: (order, typed) => setNumbers((before) => ({ ...before, [order._id]: typed })),
    onPaste: fillDown,
  })
  const done = orders.length - open.length
  const isOver = !isRunning && Object.keys(outcomes).length > 0
  return (
    <FormDialog
      title={words.shipQuestion(formatCount(orders.length))}
      submit={dialogWords.confirm}
      action={{ isRunning }}
      wide="table"
      actions={
        isRunning && (
          <Button variant="secondary" onClick={() => (isStopped.current = true)}>
            {words.stop}
          </Button>
        )
      }
      asksBeforeClosing={open.some(({ _id }) => (numbers[_id] ?? '').trim() !== '')}
      onSubmit={() => void ship()}
      onClose={onClose}
    >
      <SelectField
        label={parcelWords.carrierField}
        options={carrierOptions}
        className="max-w-60"
        value={carrier}
        onChange={({ target }) => setCarrier(target.value as CarrierId | '')}
      />
      <div className="[--header-height:0px]">
        <Table caption={words.ship} columns={columns} rows={orders} rowKey={({ _id }) => _id} />
      </div>
      <p role="status" className="figures">
        {wrongNumbers > 0
          ? words.toCorrect(formatCount(wrongNumbers))
          : (isRunning || isOver) && (isOver ? words.done : words.sent)(formatCount(done), formatCount(orders.length))}
      </p>
    </FormDialog>
  )
}

type Rows = {
  numbers: Record<string, string>
  outcomes: Record<string, Outcome>
  isRunning: boolean
  onType: (order: Order, typed: string) => void
  onPaste: (event: ClipboardEvent, from: Order) => void
}

const columnsOf = ({ numbers, outcomes, isRunning, onType, onPaste }: Rows): Column<Order>[] => [
  { title: parcelWords.orderField, card: 'name', cell: (order) => <OrderAndBuyer order={order} /> },
  { title: parcelWords.piecesLeft, align: 'end', cell: (order) => formatCount(leftToSend(order)) },
  {
    title: parcelWords.numberField,
    form: true,
    cell: (order) => {
      const outcome = outcomes[order._id]
      if (outcome === 'shipped') return <Status tone="success">{orderStateWords.shipped}</Status>
      return (
        <TextField
          label={<span className="sr-only">{parcelWords.numberOf(order.number)}</span>}
          value={numbers[order._id] ?? ''}
          className="min-w-60"
          error={outcome?.problem}
          maxLength={TEXT_LIMITS.trackingNumber}
          autoComplete="off"
          spellCheck={false}
          readOnly={isRunning}
          onChange={({ target }) => onType(order, target.value)}
          onKeyDown={goOn}
          onPaste={(event) => onPaste(event, order)}
        />
      )
    },
  },
]

export const OrderAndBuyer = ({ order: { number, name, email, sample } }: { order: Order }) => (
  <>
    <span>{`${number} ${name} `}</span>
    {sample && <Status tone="neutral">{sampleWords.sample}</Status>}
    <span className="font-normal text-soft">{email}</span>
  </>
)

/** Enter goes to the next number, and from the last one to the button that sends. */
function goOn(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const targets = [...event.currentTarget.form!.querySelectorAll<HTMLElement>('td input, [type=submit]')]
  targets[targets.indexOf(event.currentTarget) + 1]?.focus()
}

function problemOf(typed: string, chosen: CarrierId | ''): string | undefined {
  const number = typed.trim()
  if (number === '') return undefined
  const carrier = carrierFor(number, chosen)
  return carrier === '' ? parcelMessages.carrierMissing : trackingNumberProblem(carrier, normalTrackingNumber(number, carrier))
}

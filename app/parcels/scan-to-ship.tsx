import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useForm } from 'react-hook-form'
import { formatCount } from '#contract/basics/figures.ts'
import { orderCalls, orderCan, type Order } from '#contract/orders/orders.ts'
import { callApi } from '#app/api/api.ts'
import { failureText } from '#app/ui/failure.tsx'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ShipQueue } from '#app/parcels/ship-queue.tsx'
import { ShipQuestion } from '#app/parcels/ship-question.tsx'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { useAction } from '#app/api/use-action.ts'
import { shippingPaperWords as words } from '#app/words/shipping-papers.ts'

export const meta = pageMeta(words.scanTitle)

const NUMBER = /^O-\d{6,}$/

/** A parcel of this sitting. */
type Sent = { place: number; order: Order; pieces: number; trackingNumber: string }

/** Ships orders by the barcodes of their slips, by keyboard alone: a scanner types and presses Enter. */
export default function ScanToShip() {
  const form = useForm({ defaultValues: { number: '' } })
  const [order, setOrder] = useState<Order>()
  const [sent, setSent] = useState<Sent[]>([])
  const field = useRef<HTMLInputElement | null>(null)
  const refuse = (message: string) => {
    form.setError('number', { type: 'server', message })
    // The next scan replaces what was scanned.
    field.current?.select()
  }
  const find = useAction({
    send: async ({ number }: { number: string }) => {
      const wanted = readNumber(number)
      if (!NUMBER.test(wanted)) return { wanted }
      const found = await callApi(orderCalls.all, { query: { page: 0, size: 10, q: wanted, newestFirst: true } })
      return { wanted, order: found.find((one) => one.number === wanted) }
    },
    onDone: (answer) => {
      const problem = whyNot(answer.wanted, answer.order)
      // A row of the queue may have been chosen in the meantime.
      if (problem === undefined) setOrder((open) => open ?? answer.order)
      else refuse(problem)
    },
    onFailed: (error) => refuse(failureText(error)),
  })
  const { ref, ...input } = fieldsOf(form)('number')
  return (
    <section className="grid grid-cols-1 gap-4">
      <ListHead title={words.scanTitle} lead={words.scanLead} />
      <form
        noValidate
        aria-live="polite"
        className="flex max-w-2xl items-start gap-3"
        onSubmit={(event) => void form.handleSubmit((typed) => find.run(typed))(event)}
      >
        <TextField
          {...input}
          ref={(element) => {
            ref(element)
            field.current = element
          }}
          className="grow"
          label={words.scanField}
          placeholder={words.scanHint}
          autoComplete="off"
          spellCheck={false}
          // The scanner types wherever the focus is.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
        <Button type="submit" busy={find.isRunning} className="mt-[calc(1lh_+_0.75rem)]">
          {words.find}
        </Button>
      </form>
      {sent.length > 0 && (
        <Panel className="panel-dense">
          <h3 className="mb-2 text-base font-semibold">{words.sentHere(formatCount(sent.length))}</h3>
          <ol className="divide-y divide-line" aria-live="polite">
            {sent.map(({ place, order: { _id, number, name }, pieces, trackingNumber }) => (
              <li key={place} className="flex flex-wrap gap-x-4 py-2">
                <Link to={paths.order(_id)} className="link">
                  {number}
                </Link>
                <span className="min-w-0 grow wrap-anywhere">{name}</span>
                <span className="figures text-soft">{words.sentOne(formatCount(pieces), trackingNumber)}</span>
              </li>
            ))}
          </ol>
        </Panel>
      )}
      <ShipQueue onShip={setOrder} />
      {order && (
        <ShipQuestion
          key={order._id}
          order={order}
          question={words.question(order.number, order.name)}
          scans
          onSent={(parcel) => setSent((before) => [{ place: before.length, order, ...parcel }, ...before])}
          onClose={() => {
            setOrder(undefined)
            form.reset()
            field.current?.focus()
          }}
        />
      )}
    </section>
  )
}

/** 'O-000123', also of a number that was typed without the letter or its zeros. */
function readNumber(typed: string): string {
  const digits = /^O?-?(\d+)$/.exec(typed.trim().toUpperCase())?.[1]
  return digits ? `O-${digits.padStart(6, '0')}` : typed.trim()
}

function whyNot(wanted: string, order: Order | undefined): string | undefined {
  if (!NUMBER.test(wanted)) return words.notANumber
  if (!order) return words.notFound(wanted)
  if (orderCan.ship(order)) return undefined
  if (order.cancelled) return words.cancelled(wanted)
  if (order.refunded) return words.refunded(wanted)
  return order.shipped ? words.shippedBefore(wanted) : words.notPaid(wanted)
}

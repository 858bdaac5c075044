import { weekdayText } from '#contract/basics/day-text.ts'
import { Fragment } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import { stageText } from '#contract/orders/stage-text.ts'
import { Loading } from '#app/ui/failure.tsx'
import { ParcelEvent } from '#app/parcels/parcel-event.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Time } from '#app/ui/time.tsx'
import { stageWords } from '#app/words/stages.ts'
import { orderWords as words } from '#app/words/order.ts'

const DOT = 'before:absolute before:top-1.5 before:left-0 before:size-2 before:rounded-[50%]'
const LINE = 'after:absolute after:top-4.5 after:-bottom-0.5 after:left-[0.21875rem] after:border-s after:border-s-line'

type TimelineProps = {
  timeline: UseQueryResult<{ events: OrderEvent[] }>
  /** When an order on account is due. */
  due: string | undefined
}

/** The events of an order, newest last. A new line is announced. */
export function OrderTimeline({ timeline, due }: TimelineProps) {
  if (!timeline.data) return <Loading query={timeline} skeleton={<Skeleton rows={3} />} />
  const { events } = timeline.data
  return (
    <ol aria-live="polite" aria-label={words.timeline}>
      {events.map((event, index) => (
        <li
          key={`${event.kind} ${event.at}`}
          className={`relative pl-5 ${DOT} ${index === events.length - 1 ? 'before:bg-accent' : `pb-4 before:bg-edge ${LINE}`}`}
        >
          <p className="font-semibold">
            <span>{titleOf(event, due)}</span>
            {event.refundedTotal !== undefined && (
              <span className="figures font-normal"> {words.refundedTotal(formatAmount(event.refundedTotal))}</span>
            )}
            {(event.return ?? event.restocked !== undefined) && (
              <span className="figures font-normal"> {words.piecesOf(formatCount(event.return?.pieces ?? event.restocked ?? 0))}</span>
            )}
            {event.withdrawn !== undefined && <span className="figures font-normal"> {words.piecesOf(formatCount(event.withdrawn))}</span>}
            {event.kind.startsWith('move-') && event.change && (
              <span className="figures font-normal"> {weekdayText(event.change.after)}</span>
            )}
            {event.kind === 'delivery-changed' && event.change && (
              <span className="figures font-normal">
                {' '}
                {words.movedTo(weekdayText(event.change.before), weekdayText(event.change.after))}
              </span>
            )}
            {event.stage && <span className="figures font-normal"> {stageChange(event.stage)}</span>}
            {event.kind === 'reduced' && event.change && (
              <span className="figures font-normal">
                {' '}
                {words.reducedTo(formatCount(Number(event.change.before)), formatCount(Number(event.change.after)))}
              </span>
            )}
          </p>
          {isText(event) && event.change && <TextChange change={event.change} />}
          {event.parcel && <ParcelEvent parcel={event.parcel} />}
          <p className="text-soft">
            <Time value={event.at} /> <span>{event.actor ? words.by(event.actor) : words.byShop}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}

function titleOf({ kind, means }: OrderEvent, due: string | undefined): string {
  if (means === 'account' && kind === 'paid' && due !== undefined) return words.onAccountDue(due)
  if (kind === 'paid' && means) return words.paidBy[means]
  return (means === 'account' && words.takenOff[kind]) || words.events[kind]
}

const stageChange = ({ before, after }: NonNullable<OrderEvent['stage']>) =>
  before ? stageWords.was(stageText(before), stageText(after)) : stageText(after)

/** Whether the event changed a text, which may have lines. */
const isText = ({ kind }: OrderEvent) => kind === 'address-changed' || kind === 'reference-changed' || kind === 'tax-changed'

function TextChange({ change: { before, after } }: { change: NonNullable<OrderEvent['change']> }) {
  const sides = [
    [words.changedFrom, before],
    [words.changedTo, after],
  ] as const
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 mb-1">
      {sides.map(([title, text]) => (
        <Fragment key={title}>
          <dt className="text-soft">{title}</dt>
          <dd className="min-w-0 whitespace-pre-line wrap-anywhere">{text || words.nothing}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

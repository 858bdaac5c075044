import type { CalendarDay } from '#contract/basics/fields.ts'
import { weekdayText } from '#contract/basics/day-text.ts'
import type { ShopCalendar } from '#contract/parts/lead-time.ts'
import { shipDayOf } from '#contract/promises/promise.ts'
import { promiseOfOrder } from '#contract/promises/promise-text.ts'
import { stateOf, type Order } from '#contract/orders/orders.ts'
import { useShopCalendar } from '#app/parts/ship-day.tsx'
import { Fact } from '#app/ui/facts.tsx'
import { shipDayWords as words } from '#app/words/ship-day.ts'

/**
 * By which day an order ships: as it was promised when it was paid, or if it is paid today. Undefined once it has left or ended, and where the
 * previous release took the payment.
 */
export function useShipBy(order: Order): { title: string; day: string } | undefined {
  const calendar = useShopCalendar()
  const state = stateOf(order)
  if (state === 'unpaid') return { title: words.shipsBy, day: words.ifPaidToday(weekdayText(shipDayOf(order, calendar))) }
  return state === 'paid' && order.shipBy ? promised(order.shipBy, calendar) : undefined
}

const promised = (day: CalendarDay, { today }: ShopCalendar) => ({
  title: day < today ? words.wasToShipBy : words.shipsBy,
  day: weekdayText(day),
})

export function ShipByFact({ order }: { order: Order }) {
  const ships = useShipBy(order)
  return ships && <Fact title={ships.title}>{ships.day}</Fact>
}

/** When the pieces leave of an order that had more than was in stock. */
export function PromisedFact({ order }: { order: Order }) {
  const text = promiseOfOrder(order)
  return text && <Fact title={words.leaves}>{text}</Fact>
}

/** Of pieces that are still to be sent. */
export function PromisedDay({ day }: { day: CalendarDay }) {
  const ships = promised(day, useShopCalendar())
  return <Fact title={ships.title}>{ships.day}</Fact>
}

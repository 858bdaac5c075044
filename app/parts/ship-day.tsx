import { useRouteLoaderData } from 'react-router'
import { weekdayText } from '#contract/basics/day-text.ts'
import { shipDay, shopCalendar, type ShopCalendar } from '#contract/parts/lead-time.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import { shipDayWords as words } from '#app/words/ship-day.ts'

/** The shop's working days from today on. */
export const useShopCalendar = (): ShopCalendar => shopCalendar(useRouteLoaderData<typeof rootLoader>('root')?.holidays)

/** 'Tue 1 Dec': the day by which pieces leave that are ordered and paid today and take so many working days; `ifPaidToday` adds that it holds if the order is paid today. */
export function ShipDay({ leadDays, ifPaidToday = false }: { leadDays: number; ifPaidToday?: boolean }) {
  const day = shipDay(leadDays, useShopCalendar())
  return (
    <time dateTime={day} className="whitespace-nowrap">
      {ifPaidToday ? words.ifPaidToday(weekdayText(day)) : weekdayText(day)}
    </time>
  )
}

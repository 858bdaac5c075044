import { useRouteLoaderData } from 'react-router'
import { weekdayText } from '#contract/basics/day-text.ts'
import { shipDay, shopCalendar, type ShopCalendar } from '#contract/parts/lead-time.ts'
import type { loader as rootLoader } from '#app/root.tsx'

/** The shop's working days from today on. */
export const useShopCalendar = (): ShopCalendar => shopCalendar(useRouteLoaderData<typeof rootLoader>('root')?.holidays)

/** 'Tue 1 Dec': the day by which pieces leave that are ordered and paid today and take so many working days. */
export function ShipDay({ leadDays }: { leadDays: number }) {
  const day = shipDay(leadDays, useShopCalendar())
  return (
    <time dateTime={day} className="whitespace-nowrap">
      {weekdayText(day)}
    </time>
  )
}

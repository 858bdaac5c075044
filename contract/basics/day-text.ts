const withoutYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const withYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const weekdays = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })

/** A day such as '2027-03-12' as text: '12 March', or '12 March 2027' where this is not the year of `now` (UTC). */
export function dayText(day: string, now = new Date()): string {
  const date = new Date(day)
  return (date.getUTCFullYear() === now.getUTCFullYear() ? withoutYear : withYear).format(date)
}

/** A day on which something happens: 'Fri 12 Mar', with its year as `dayText`. */
export function weekdayText(day: string, now = new Date()): string {
  const date = new Date(day)
  const year = date.getUTCFullYear()
  const text = `${weekdays.format(date)} ${date.getUTCDate()} ${months.format(date)}`
  return year === now.getUTCFullYear() ? text : `${text} ${year}`
}

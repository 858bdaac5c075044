const withoutYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const withYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
// Browsers and their versions shorten September in two ways.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** A day such as '2027-03-12' as text: '12 March', or '12 March 2027' where this is not the year of `now` (UTC). */
export function dayText(day: string, now = new Date()): string {
  const date = new Date(day)
  return (date.getUTCFullYear() === now.getUTCFullYear() ? withoutYear : withYear).format(date)
}

/** A day in a table: '12 Mar 2027', always with its year. */
export function shortDayText(day: string): string {
  const date = new Date(day)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** A day on which something happens: 'Fri 12 Mar', with its year as `dayText`. */
export function weekdayText(day: string, now = new Date()): string {
  const text = `${WEEKDAYS[new Date(day).getUTCDay()]} ${shortDayText(day)}`
  return text.replace(` ${now.getUTCFullYear()}`, '')
}

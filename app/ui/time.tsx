const timeOfDay = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** A time in the reader's time zone, which the server does not know: only for screens rendered in the browser. */
export function Time({ value, className = '', dateless = false }: { value: string; className?: string; dateless?: boolean }) {
  return (
    <time dateTime={value} className={`whitespace-nowrap ${className}`}>
      {(dateless ? timeOfDay : format).format(new Date(value))}
    </time>
  )
}

/** The day of a time in the reader's time zone; its title has the whole. */
export function Day({ value }: { value: string }) {
  return (
    <time dateTime={value} title={format.format(new Date(value))} className="whitespace-nowrap">
      {dayFormat.format(new Date(value))}
    </time>
  )
}

const timeOfDay = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** A time in the reader's time zone, which the server does not know: only for screens rendered in the browser. */
export function Time({ value, className = '', dateless = false }: { value: string; className?: string; dateless?: boolean }) {
  return (
    <time dateTime={value} className={`whitespace-nowrap ${className}`}>
      {(dateless ? timeOfDay : format).format(new Date(value))}
    </time>
  )
}

const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** A time in the reader's time zone, which the server does not know: only for screens rendered in the browser. */
export function Time({ value, className = '' }: { value: string; className?: string }) {
  return (
    <time dateTime={value} className={`whitespace-nowrap ${className}`}>
      {format.format(new Date(value))}
    </time>
  )
}

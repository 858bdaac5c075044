import { Spinner } from '#app/ui/spinner.tsx'

/** Placeholder of a list or form during loading: its text, and `rows` empty rows. */
export function Skeleton({ text, rows = 8 }: { text?: string | undefined; rows?: number }) {
  return (
    <div>
      <Spinner text={text} />
      <div aria-hidden="true" className="grid gap-3">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="skeleton h-10" />
        ))}
      </div>
    </div>
  )
}

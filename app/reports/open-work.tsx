import { Link } from 'react-router'
import type { OpenWork as Work } from '#contract/shop/reports.ts'
import { Day } from '#app/ui/time.tsx'
import { overviewWords as words } from '#app/words/overview.ts'
import { kindsOf } from './kinds-of-work.ts'

/** Work without a time comes after all other. */
const since = ({ oldest }: { oldest: string | undefined }) => (oldest === undefined ? Infinity : Date.parse(oldest))

/** What waits, the oldest first and then by money; each kind leads to its screen. What does not wait is one line. */
export function OpenWork({ work }: { work: Work }) {
  const kinds = kindsOf(work).map((kind) => {
    const { oldest, amount } = work.ages?.find((age) => age.kind === kind.kind) ?? {}
    return { ...kind, count: work[kind.kind], oldest, amount }
  })
  const waiting = kinds
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => Number(since(a) > since(b)) - Number(since(a) < since(b)) || (b.amount ?? 0) - (a.amount ?? 0))
  const nothing = kinds.filter(({ count }) => count === 0).map(({ label }) => label)
  return (
    <nav aria-label={words.work.label} className="panel panel-dense grid gap-1">
      {waiting.length > 0 && (
        <div aria-hidden="true" className={`${ROW} text-soft text-[0.8125rem]`}>
          <span>{words.work.label}</span>
          <span className="text-end">{words.work.count}</span>
          <span className="text-end">{words.work.oldest}</span>
          <span className="text-end">{words.work.amount}</span>
        </div>
      )}
      <ul>
        {waiting.map(({ label, kind, count, path, oldest, amount, isTrouble }) => (
          <li key={kind} className={`${ROW} relative min-h-9 border-t border-t-line hover:bg-sunken figures`}>
            <Link to={path} className={`row-link ${isTrouble ? 'text-danger' : ''}`}>
              {label}
            </Link>
            <span className="text-end font-[650]">{words.count(count)}</span>
            <span className="text-end text-soft">{oldest && <Day value={oldest} />}</span>
            <span className="text-end">{amount !== undefined && words.amount(amount)}</span>
          </li>
        ))}
      </ul>
      {nothing.length > 0 && <p className="px-1 text-sm text-soft">{words.work.nothing(nothing)}</p>}
    </nav>
  )
}

const ROW =
  'grid grid-cols-[minmax(0,1fr)_4rem_7rem_9rem] items-center gap-x-4 px-1 max-sm:grid-cols-[minmax(0,1fr)_3.5rem_6rem] max-sm:gap-x-2 max-sm:[&>:last-child]:hidden'

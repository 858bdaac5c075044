import { weekdayText } from '#contract/basics/day-text.ts'
import { formatCount } from '#contract/basics/figures.ts'
import { isMet, type QuotedRelease } from '#contract/promises/releases.ts'
import { releaseWords as words } from '#app/words/releases.ts'

/** The deliveries of a line, and whether each can leave by its day. */
export function ReleasesOfLine({ releases }: { releases: readonly QuotedRelease[] }) {
  return (
    <ol aria-label={words.caption} className="mt-1 grid gap-0.5 text-sm figures">
      {releases.map((release, index) => (
        <li key={release.wishedOn} className="flex flex-wrap gap-x-2">
          <span className="text-soft">{index + 1}.</span>
          <span className="font-semibold whitespace-nowrap">{formatCount(release.pieces)}</span>
          <span className="whitespace-nowrap">{weekdayText(release.wishedOn)}</span>
          <Leaves release={release} />
        </li>
      ))}
    </ol>
  )
}

/** Nothing of a quote that is over. */
function Leaves({ release }: { release: QuotedRelease }) {
  if (release.leavesOn === undefined) return null
  if (isMet(release)) return <span className="text-success font-semibold">{words.met}</span>
  return (
    <span className="text-warning font-semibold">
      {release.leavesOn === null ? words.cannot : words.notMet(weekdayText(release.leavesOn))}
    </span>
  )
}

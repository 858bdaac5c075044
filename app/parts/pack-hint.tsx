import { formatCount } from '#contract/basics/figures.ts'
import { inPacks, packsOf, wholePacks, type Pack } from '#contract/parts/packs.ts'
import type { Part } from '#contract/parts/parts.ts'
import { Button } from '#app/ui/button.tsx'
import { packWords as words } from '#app/words/packs.ts'

type PackHintProps = { part: Part; pack: Pack; quantity: number; onTake: (pieces: number) => void }

/** Offers whole packs instead of pieces between two of them; nothing is rounded by itself. */
export function PackHint({ part, pack, quantity, onTake }: PackHintProps) {
  const more = wholePacks(quantity, { ...part, ...pack }, part.available)
  if (more === undefined) return null
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-2 text-sm">
      <span>{words.packs(packsOf(pack))}</span>
      <Button variant="secondary" onClick={() => onTake(more)}>
        {words.take(formatCount(more), inPacks(more, pack)!) /* whole packs */}
      </Button>
    </div>
  )
}

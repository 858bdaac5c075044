import type { PaletteHit } from '#app/layout/palette-hits.ts'

const KEY = 'recent'
const KEPT = 5

type Recent = { of: string; hits: PaletteHit[] }

/** What was opened last in this tab by the same person, the latest first. `of` is the person's id, empty for a visitor. */
export function recentHits(of: string): PaletteHit[] {
  try {
    const recent = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Recent | null
    return recent?.of === of ? recent.hits : []
  } catch {
    // Unavailable storage, or a text that is not ours.
    return []
  }
}

export function keepRecentHit(of: string, hit: PaletteHit): void {
  const hits = [hit, ...recentHits(of).filter(({ path }) => path !== hit.path)].slice(0, KEPT)
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ of, hits } satisfies Recent))
  } catch {
    // Nothing is kept where nothing can be.
  }
}

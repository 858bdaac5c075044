import type { Category } from '#contract/parts/categories.ts'

/** The level of each category by its id, 0 at the top. @param categories each before those below it */
function levelsOf(categories: readonly Category[]): Map<string, number> {
  const levels = new Map<string, number>()
  for (const { _id, parent } of categories) levels.set(_id, parent === null ? 0 : (levels.get(parent) ?? 0) + 1)
  return levels
}

/** The tree by ids, with indented names: options of a select. */
export function categoryOptions(categories: readonly Category[]): [id: string, text: string][] {
  const levels = levelsOf(categories)
  return categories.map(({ _id, name }) => [_id, `${'\u2003'.repeat(levels.get(_id)!)}${name}`]) // every one has its level
}

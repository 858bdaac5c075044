import { searchForm } from '#contract/basics/fold-text.ts'
import type { Part } from '#contract/parts/parts.ts'

/**
 * Whether parts were found by similarity only: none of them has the searched text, or all of its words, in its number
 * or name. The first page of a search has its best matches.
 */
export function isGuess(q: string, found: readonly Pick<Part, 'name' | 'partNumber'>[]): boolean {
  const text = searchForm(q)
  if (text === '' || found.length === 0) return false
  const words = q.split(/\s+/).map(searchForm)
  return !found.some(({ name, partNumber }) => {
    const forms = [searchForm(name), searchForm(partNumber)]
    return forms.some((form) => form.includes(text)) || words.every((word) => forms.some((form) => form.includes(word)))
  })
}

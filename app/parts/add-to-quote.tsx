import { MINIMUM_ORDER } from '#contract/limits.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { partDetailWords as words } from '#app/words/part-detail.ts'

/** Opens the quote with so many pieces of a part more, at least the minimum order. */
export function AddToQuote({ partId, quantity = 0 }: { partId: string; quantity?: number }) {
  return (
    <ButtonLink to={`${paths.quote}?part=${partId}&quantity=${Math.max(quantity, MINIMUM_ORDER)}`} variant="secondary">
      {words.addToQuote}
    </ButtonLink>
  )
}

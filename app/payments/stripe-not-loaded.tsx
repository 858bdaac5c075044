import { loadAgain } from '#app/layout/load-again.ts'
import { Notice } from '#app/ui/notice.tsx'
import { TryAgain } from '#app/ui/try-again.tsx'
import { stripeWords } from '#app/words/stripe.ts'

/** Replaces the card field. Reloading the page helps in every case. */
export function StripeNotLoaded() {
  return (
    <Notice tone="danger" action={<TryAgain onClick={loadAgain} />}>
      {stripeWords.notLoaded}
    </Notice>
  )
}

import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { controlWords } from '#app/words/controls.ts'
import { stripeWords } from '#app/words/stripe.ts'

/** Replaces the card field. Reloading the page helps in every case. */
export function StripeNotLoaded() {
  const retry = (
    <Button variant="secondary" onClick={() => location.reload()}>
      {controlWords.tryAgain}
    </Button>
  )
  return (
    <Notice tone="danger" action={retry}>
      {stripeWords.notLoaded}
    </Notice>
  )
}

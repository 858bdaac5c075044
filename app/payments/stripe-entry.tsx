import type { Cents } from '#contract/basics/money.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { stripeWords } from '#app/words/stripe.ts'
import type { EnteredCard } from './card-processor.ts'
import { PayButton, type PayProps } from './pay-button.tsx'
import { StripeNotLoaded } from './stripe-not-loaded.tsx'
import type { StripeOnPage } from './use-stripe.ts'

type StripeEntryProps = PayProps & {
  stripe: StripeOnPage
  amount: Cents
  onPay: (card: EnteredCard) => void
}

/** Stripe's card field when it is loaded, with a notice if test keys are used. */
export function StripeEntry({ stripe: { opened, hasFailed, isTestMode }, ...entry }: StripeEntryProps) {
  if (hasFailed) {
    return (
      <>
        <StripeNotLoaded />
        {entry.state}
      </>
    )
  }
  if (!opened) {
    return (
      <>
        <Spinner />
        <PayButton {...entry} disabled />
      </>
    )
  }
  const { StripeCard } = opened
  return (
    <>
      {isTestMode && (
        <Notice tone="warning">
          <p className="font-semibold">{stripeWords.testMode}</p>
          <p className="figures mt-1">{stripeWords.testCards}</p>
        </Notice>
      )}
      <StripeCard stripe={opened.stripe} {...entry} />
    </>
  )
}

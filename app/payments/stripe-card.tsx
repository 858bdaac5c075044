import { useEffect, useState, type FormEvent } from 'react'
import { Elements, PaymentElement, useElements } from '@stripe/react-stripe-js'
import type { Appearance, Stripe, StripePaymentElementOptions } from '@stripe/stripe-js'
import type { Cents } from '#contract/basics/money.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { cardWords } from '#app/words/card-entry.ts'
import { stripeWords } from '#app/words/stripe.ts'
import type { EnteredCard } from './card-processor.ts'
import { PayButton, type PayProps } from './pay-button.tsx'
import { StripeNotLoaded } from './stripe-not-loaded.tsx'
import { acceptStripeCard } from './stripe-processor.ts'

/** Timeout of Stripe's field, which does not report when its frame is blocked. */
const FIELD_TIMEOUT_MS = 20_000

/**
 * Cards only: no wallet, no Link, no redirect. The shop sends name and email; Stripe asks for other data that the bank
 * requires, such as a postal code.
 */
const CARD_ONLY: StripePaymentElementOptions = {
  layout: 'tabs',
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  fields: { billingDetails: { name: 'never', email: 'never', address: 'if_required' } },
}

type StripeCardProps = PayProps & {
  stripe: Stripe
  /** The amount of the opened payment. */
  amount: Cents
  onPay: (card: EnteredCard) => void
}

/** Stripe's Payment Element in Stripe's own frame: its input never reaches the shop. */
export function StripeCard(props: StripeCardProps) {
  const [appearance] = useState(readAppearance)
  return (
    <Elements
      stripe={props.stripe}
      options={{
        mode: 'payment',
        amount: props.amount,
        currency: 'usd',
        allowedPaymentMethodTypes: ['card'],
        paymentMethodCreation: 'manual',
        appearance,
      }}
    >
      <CardForm {...props} />
    </Elements>
  )
}

function CardForm({ stripe, total, disabled, busy, state, onPay }: StripeCardProps) {
  const elements = useElements()
  const field = useFieldState()

  const pay = (event: FormEvent) => {
    event.preventDefault()
    if (elements && field.isReady && !disabled && !busy) onPay((billing) => acceptStripeCard(stripe, elements, billing))
  }

  if (field.isMissing) {
    return (
      <>
        <StripeNotLoaded />
        {state}
      </>
    )
  }
  return (
    <form noValidate onSubmit={pay} aria-label={cardWords.form} className="grid gap-4">
      {/* A frame is transparent only if its colour scheme is that of the page. */}
      <div role="group" aria-label={stripeWords.card} className="scheme-light">
        <PaymentElement options={CARD_ONLY} onReady={field.onReady} onLoadError={field.onLoadError} />
      </div>
      {!field.isReady && <Spinner />}
      <PayButton total={total} disabled={disabled || !field.isReady} busy={busy} state={state} />
    </form>
  )
}

function useFieldState() {
  const [state, setState] = useState<'loading' | 'ready' | 'missing'>('loading')
  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(() => setState('missing'), FIELD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [state])
  return {
    isReady: state === 'ready',
    isMissing: state === 'missing',
    onReady: () => setState('ready'),
    onLoadError: () => setState('missing'),
  }
}

/** The page's colours and sizes, which a cross-origin frame does not inherit. */
function readAppearance(): Appearance {
  const page = getComputedStyle(document.body)
  const colour = (name: string) => page.getPropertyValue(`--color-${name}`).trim()
  return {
    theme: 'stripe',
    variables: {
      colorPrimary: colour('accent'),
      colorBackground: colour('surface'),
      colorText: colour('ink'),
      colorTextSecondary: colour('soft'),
      colorTextPlaceholder: colour('soft'),
      colorDanger: colour('danger'),
      fontFamily: page.fontFamily,
      fontSizeBase: '16px',
      spacingUnit: '4px',
    },
    rules: { '.Input': { borderColor: colour('edge'), boxShadow: 'none' } },
  }
}

import { useEffect, useState, type FormEvent } from 'react'
import { CardElement, Elements, useElements } from '@stripe/react-stripe-js'
import type { Stripe, StripeElementStyle } from '@stripe/stripe-js'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { cardWords } from '#app/words/card-entry.ts'
import { paymentWords } from '#app/words/payment.ts'
import { stripeWords } from '#app/words/stripe.ts'
import type { EnteredCard } from './card-processor.ts'
import { StripeNotLoaded } from './stripe-not-loaded.tsx'
import { acceptStripeCard } from './stripe-processor.ts'

/** Longest that Stripe's field may take to appear in its frame, which does not say when it is blocked. */
const FIELD_TIMEOUT_MS = 20_000

type StripeCardProps = {
  stripe: Stripe
  /** Pay cannot be pressed: the secret has not loaded, or the order is paid. */
  disabled: boolean
  /** A payment is running. */
  busy: boolean
  onPay: (card: EnteredCard) => void
}

/** The card field in Stripe's own frame: what is typed there never reaches the shop. */
export function StripeCard(props: StripeCardProps) {
  return (
    <Elements stripe={props.stripe}>
      <CardForm {...props} />
    </Elements>
  )
}

function CardForm({ stripe, disabled, busy, onPay }: StripeCardProps) {
  const elements = useElements()
  const field = useFieldState()
  const [style] = useState(readStyle)
  const [problem, setProblem] = useState<string>()
  const [isFocused, setFocused] = useState(false)

  const pay = (event: FormEvent) => {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (card && field.isReady && !disabled && !busy) onPay((billing) => acceptStripeCard(stripe, card, billing))
  }

  if (field.isLate) return <StripeNotLoaded />
  return (
    <form noValidate onSubmit={pay} aria-label={cardWords.form} className="grid gap-4">
      <Field label={stripeWords.card} error={problem}>
        {({ id, 'aria-describedby': describedBy }) => (
          <div
            role="group"
            aria-label={stripeWords.card}
            aria-describedby={describedBy}
            className={frameClasses({ isFocused, hasProblem: problem !== undefined })}
          >
            <CardElement
              id={id}
              options={{ style, disableLink: true }}
              onReady={field.onReady}
              onFocus={() => setFocused(true)}
              onBlur={() => setFocused(false)}
              onChange={({ error }) => setProblem(error?.message)}
            />
          </div>
        )}
      </Field>
      {!field.isReady && <Spinner />}
      <Button type="submit" disabled={disabled || !field.isReady} busy={busy}>{paymentWords.pay}</Button>
    </form>
  )
}

/** Looks like the shop's own controls. A frame stays transparent only where it is as light as the page around it. */
function frameClasses({ isFocused, hasProblem }: { isFocused: boolean; hasProblem: boolean }): string {
  return `control scheme-light py-3 ${isFocused ? 'outline-3 outline-accent' : ''} ${hasProblem ? 'border-danger' : ''}`
}

function useFieldState() {
  const [state, setState] = useState<'loading' | 'ready' | 'late'>('loading')
  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(() => setState('late'), FIELD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [state])
  return { isReady: state === 'ready', isLate: state === 'late', onReady: () => setState('ready') }
}

/** The page's colours, which a frame from elsewhere does not inherit. */
function readStyle(): StripeElementStyle {
  const page = getComputedStyle(document.body)
  const colour = (name: string) => page.getPropertyValue(`--color-${name}`).trim()
  return {
    base: {
      color: colour('ink'),
      iconColor: colour('soft'),
      fontFamily: page.fontFamily,
      fontSize: '16px',
      '::placeholder': { color: colour('soft') },
    },
    invalid: { color: colour('danger'), iconColor: colour('danger') },
  }
}

import type { CardEntry, CardError } from '#contract/payments/sandbox.ts'

// The sandbox's cards: Stripe's published test numbers with Stripe's messages, and our `4000 0000 0000 8005`, which takes a
// few seconds before it pays.

/** Why a card cannot pay. The sandbox stores the key. */
export const cardErrors = {
  card_declined: { code: 'card_declined', message: 'Your card was declined.' },
  insufficient_funds: { code: 'card_declined', message: 'Your card has insufficient funds.' },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  real_card: {
    code: 'card_declined',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
  },
  authentication_failed: {
    code: 'payment_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
} as const satisfies Record<string, CardError>

export type CardErrorKey = keyof typeof cardErrors

/** Cards that pay immediately: finally, until the customer's bank disputes it, or with refunds that are slow or fail. */
export const payingBehaviours = ['pays', 'disputes', 'refund_pending', 'refund_fails'] as const

export type CardBehaviour = (typeof payingBehaviours)[number] | 'second_step' | 'slow' | CardErrorKey

const knownCards: Record<string, CardBehaviour> = {
  '4242424242424242': 'pays',
  '4000056655665556': 'pays',
  '5555555555554444': 'pays',
  '2223003122003222': 'pays',
  '5200828282828210': 'pays',
  '378282246310005': 'pays',
  '6011111111111117': 'pays',
  '4000000000000259': 'disputes',
  '4000000000007726': 'refund_pending',
  '4000000000005126': 'refund_fails',
  '4000000000008005': 'slow',
  '4000002500003155': 'second_step',
  '4000002760003184': 'second_step',
  '4000000000000002': 'card_declined',
  '4000000000009987': 'card_declined',
  '4000000000009979': 'card_declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
}

type AcceptedCard = { brand: string; last4: string; behaviour: CardBehaviour }

const SHORTEST_NUMBER = 13
const LONGEST_NUMBER = 19
const YEARS_AHEAD = 50

/** Accepts a card as typed, or returns the error. `today` decides whether it has expired. */
export function readCard(entry: CardEntry, today: Date): AcceptedCard | { error: CardError } {
  const number = entry.number.replaceAll(/[\s-]/g, '')
  const error = numberError(number) ?? expiryError(entry, today) ?? cvcError(entry.cvc.trim(), brandOf(number))
  if (error) return { error }
  return { brand: brandOf(number), last4: number.slice(-4), behaviour: knownCards[number] ?? 'real_card' }
}

function numberError(number: string): CardError | undefined {
  if (/^\d*$/.test(number) && number.length < SHORTEST_NUMBER) {
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' }
  }
  if (!/^\d+$/.test(number) || number.length > LONGEST_NUMBER || !passesLuhn(number)) {
    return { code: 'invalid_number', message: 'Your card number is invalid.' }
  }
  return undefined
}

/** The check digit of card numbers (ISO/IEC 7812): every second digit from the right counts double. */
function passesLuhn(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function expiryError({ expMonth, expYear }: CardEntry, today: Date): CardError | undefined {
  const year = expYear < 100 ? 2_000 + expYear : expYear
  const thisYear = today.getUTCFullYear()
  if (expMonth < 1 || expMonth > 12) {
    return { code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." }
  }
  if (year < thisYear) return { code: 'invalid_expiry_year_past', message: "Your card's expiration year is in the past." }
  if (year > thisYear + YEARS_AHEAD) {
    return { code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." }
  }
  if (year === thisYear && expMonth < today.getUTCMonth() + 1) {
    return { code: 'invalid_expiry_month_past', message: "Your card's expiration date is in the past." }
  }
  return undefined
}

function cvcError(cvc: string, brand: string): CardError | undefined {
  const digits = brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (digits.test(cvc)) return undefined
  return /^\d{0,2}$/.test(cvc)
    ? { code: 'incomplete_cvc', message: "Your card's security code is incomplete." }
    : { code: 'invalid_cvc', message: "Your card's security code is invalid." }
}

function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa'
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(number)) return 'mastercard'
  if (/^3[47]/.test(number)) return 'amex'
  if (/^(6011|65|64[4-9])/.test(number)) return 'discover'
  return 'unknown'
}

/** What the payment page says when Stripe takes the cards; all our own. */
export const stripeWords = {
  card: 'Card number, expiration date, security code',
  testMode: 'Stripe test mode: no money moves.',
  testCards:
    '4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for a second step. ' +
    'Any future date and any security code will work.',
  notLoaded: 'The card field could not be loaded. Please check whether your connection or your browser blocks js.stripe.com.',
} as const

/** Words of the card field, as customers know them from other card fields; all our own. */
export const cardWords = {
  form: 'Card',
  number: 'Card number',
  numberExample: '1234 1234 1234 1234',
  numberIncomplete: 'Your card number is incomplete.',
  numberInvalid: 'Your card number is invalid.',
  expiry: 'Expiration date',
  expiryExample: 'MM/YY',
  expiryIncomplete: "Your card's expiration date is incomplete.",
  expiryInvalid: "Your card's expiration date is invalid.",
  expired: "Your card's expiration date is in the past.",
  securityCode: 'Security code',
  securityCodeExample: 'CVC',
  securityCodeIncomplete: "Your card's security code is incomplete.",
} as const

/** For screens whose address carries a token: it goes with no request as Referer, not even to ourselves. */
export const keepAddressPrivate = { name: 'referrer', content: 'no-referrer' }

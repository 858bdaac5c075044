/** For screens with a token in their URL: no request sends it as Referer, not even to this origin. */
export const keepAddressPrivate = { name: 'referrer', content: 'no-referrer' }

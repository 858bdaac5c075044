/** The sentence of section 8 for whatever failed. By itself, because every page's frame needs it and no other one. */
export const tryAgainLater = 'PLease try again later'

/**
 * The general error message of specification section 8. In a separate file, because every page's frame needs only this
 * one.
 */
export const tryAgainLater = 'PLease try again later'

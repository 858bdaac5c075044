import journeys from './playwright.config.ts'

/** Journeys that take minutes: every screen by the rules of accessibility, and a purchase through real services alone. */
export default { ...journeys, testMatch: '*.proof.ts' }

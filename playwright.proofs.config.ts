import journeys from './playwright.config.ts'

/** Journeys that take minutes: every screen by the rules of accessibility, sizes, lost files, Stripe's own field, real services. */
export default { ...journeys, testMatch: '*.proof.ts' }

import { chosen } from './processor.ts'

/** Imported before a test file, makes its shops take cards through Stripe, played by a double on loopback. */
chosen.processor = 'stripe'

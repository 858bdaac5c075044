import { chosen } from './processor.ts'

/** Imported before a test file, lets its shops take cards through Stripe, played by a double on loopback. */
chosen.processor = 'stripe'

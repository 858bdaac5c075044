import { placesOf, type StatementFormat } from '#contract/payments/bank.ts'
import { Refusal } from '../refusal.ts'
import { isDay } from '../values/days.ts'
import { startOf } from '#contract/basics/start-of.ts'

/** A movement in a bank's file. Days are the bank's own and are not converted. */
export type ReadMovement = {
  /** '2026-11-24' */
  bookedOn: string
  valueOn: string | null
  /** In the smallest unit of the currency; negative for what leaves the account. Never 0. */
  amount: number
  /** Three letters. */
  currency: string
  /** Name of the other side; empty where the file has none. */
  payer: string
  /** IBAN or number of the other side's account, without spaces. */
  payerAccount: string
  /** What the payer wrote. */
  text: string
  /** The structured or end-to-end reference. */
  reference: string
  /** The bank's own reference, which is unique where there is one. */
  bankReference: string
  /** Takes an earlier movement back. */
  isReversal: boolean
}

export type ReadStatement = {
  /** IBAN or number of the account, without spaces. */
  account: string
  movements: ReadMovement[]
  /** Movements that are announced and not booked; a later file has them. */
  pending: number
  /** Rows of a CSV file that are no movements, such as balances. */
  leftOut?: number
  /** Whether the balances of the file agree with its movements; undefined where it has none. */
  addsUp: boolean | undefined
}

export type StatementFile = { format: StatementFormat; statements: ReadStatement[] }

/** Why a file was not read, as a sentence. Nothing of such a file is kept. */
export class UnreadableStatement extends Refusal {
  constructor(sentence: string) {
    super('unreadable', { sentence })
  }
}

/** What `read` reads; a refusal names the place, such as 'Row 7'. */
export function at<T>(place: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableStatement) throw new UnreadableStatement(`${place}: ${error.message}`)
    throw error
  }
}

const CURRENCY = /^[A-Z]{3}$/

/**
 * An amount without sign, such as '1234.5', exactly in the smallest unit of its currency.
 * @throws UnreadableStatement for anything else, and for more places than the currency has.
 */
export function minorUnits(decimal: string, currency: string): number {
  const match = /^(\d{1,13})(?:\.(\d*))?$/.exec(decimal.trim())
  if (!match || !CURRENCY.test(currency)) throw new UnreadableStatement(`'${shown(decimal)} ${shown(currency)}' is no amount.`)
  const digits = placesOf(currency)
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  const amount = Number(match[1]! + fraction.padEnd(digits, '0'))
  if (fraction.length > digits || !Number.isSafeInteger(amount)) {
    throw new UnreadableStatement(`'${shown(decimal)} ${currency}' is no amount in this currency.`)
  }
  return amount
}

/** @throws UnreadableStatement unless it is a day of the calendar, written as '2026-11-24'. */
export function requireDay(day: string): string {
  if (!isDay(day)) throw new UnreadableStatement(`'${shown(day)}' is no day.`)
  return day
}

/** An excerpt of a file, for an error message. */
export const shown = (words: string) => startOf(words.replace(/[^\x20-\x7e\u00a0-\uffff]+/g, ' '), 60)

/** Longest text of a movement; banks allow a few hundred characters. */
const TEXT_LENGTH = 1_000
const NAME_LENGTH = 200

// oxlint-disable-next-line no-control-regex -- these cannot be shown, and PostgreSQL cannot store NUL
const INVISIBLE = /[\u0000-\u001f\u007f\ufffe\uffff]+/g

/** On one line, without what cannot be shown or stored. */
export const tidy = (text: string, length = TEXT_LENGTH) =>
  startOf(text.toWellFormed().replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim(), length)
export const tidyName = (name: string) => tidy(name, NAME_LENGTH)
export const accountNumber = (account: string) => tidy(account, NAME_LENGTH).replaceAll(' ', '').toUpperCase()

/** Banks write these where a payment has no reference. */
const NO_REFERENCE = /^(?:NONREF|NOTPROVIDED|NOT PROVIDED|NONE|-)?$/i
export const referenceOf = (reference: string) => {
  const written = tidyName(reference)
  return NO_REFERENCE.test(written) ? '' : written
}

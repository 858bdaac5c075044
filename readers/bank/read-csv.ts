import Papa from 'papaparse'
import { withoutGuard } from '#contract/basics/csv.ts'
import {
  accountNumber,
  minorUnits,
  referenceOf,
  requireDay,
  shown,
  tidy,
  tidyName,
  UnreadableStatement,
  type ReadMovement,
  type ReadStatement,
} from './statement.ts'

const columns = [
  'bookedOn',
  'valueOn',
  'amount',
  'credit',
  'debit',
  'direction',
  'currency',
  'payer',
  'payerAccount',
  'text',
  'reference',
  'bankReference',
  'account',
] as const
type ColumnName = (typeof columns)[number]

/** Titles in English, German, French and Spanish, in lower case without signs. The first column of a kind counts. */
const titles: Record<ColumnName, RegExp> = {
  bookedOn:
    /^(?:(?:booking|posting|posted|transaction|entry)?date(?:posted)?|datum|buchung(?:stag|sdatum)?|date(?:operation|comptable)|fecha(?:operacion)?)$/,
  valueOn: /^(?:value(?:date)?|valuta(?:datum)?|wertstellung(?:sdatum)?|datevaleur|fechavalor)$/,
  amount: /^(?:amount(?:usd|eur|gbp|chf)?|(?:transaction|net)amount|betrag(?:eur|ineur|usd)?|umsatz(?:ineur)?|montant|importe)$/,
  credit: /^(?:credit(?:amount|s)?|paidin|moneyin|deposits?|haben|gutschrift|einnahmen?)$/,
  debit: /^(?:debit(?:amount|s)?|paidout|moneyout|withdrawals?|soll|lastschrift|ausgaben?)$/,
  direction: /^(?:(?:debit)?credit(?:or)?debit(?:indicator)?|debitcredit|drcr|crdr|sollhaben|sh|sens)$/,
  currency: /^(?:currency|ccy|curr|waehrung|währung|devise|divisa)$/,
  payer:
    /^(?:payer|name|counterparty|partner(?:name)?|payee|payer\/?payee|nameofpayer|(?:zahlungs)?(?:beguenstigter|empfaenger|empfänger|pflichtiger)+|beguenstigterzahlungspflichtiger|begünstigterzahlungspflichtiger|auftraggeber(?:beguenstigter|begünstigter|empfänger)?|zahlungsempfängerin?|zahlungspflichtiger?)$/,
  payerAccount:
    /^(?:(?:payer|counterparty|partner)(?:account|iban)(?:number)?|kontonummer(?:iban)?|iban(?:zahlungsbeteiligter|payer)?|kontonummerdesauftraggebers|gegenkonto)$/,
  text: /^(?:description|text|details?|memo|narrative|payment(?:details|purpose)|remittance(?:information)?|purpose|verwendungszweck|buchungstext|libelle|libellé|concepto|communication)$/,
  reference: /^(?:reference|(?:customer|payment)reference|kundenreferenz(?:endtoend)?|endtoend(?:id|reference)?|référence)$/,
  bankReference: /^(?:(?:bank|transaction)(?:reference|id|number)|(?:bank)?referenz|transactionno|fitid|id)$/,
  account: /^(?:account(?:number|no)?|youraccount|ownaccount|auftragskonto|konto|ibanauftragskonto|compte|cuenta)$/,
}

/** Lines before the titles, in which some banks name the account and the days. */
const PREAMBLE = 30
const MOST_ROWS = 50_000

/** `dates`: whether day or month comes first, where the file does not show it. `account`, `currency`: where no column has them. */
export type CsvHints = { dates?: 'day-first' | 'month-first'; account?: string; currency: string }

/**
 * Reads the movements of a bank's CSV file; which column is which follows from its titles. Every row is a movement, or the file is
 * refused.
 * @throws UnreadableStatement with the row that is wrong; also when days or amounts could be read in two ways.
 */
export function readCsv(text: string, hints: CsvHints): ReadStatement[] {
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [';', ',', '\t', '|'], skipEmptyLines: 'greedy' })
  const quote = errors.find(({ type }) => type === 'Quotes')
  if (quote) throw new UnreadableStatement(`Row ${(quote.row ?? 0) + 1}: a quotation mark is not closed.`)
  const rows = data.map((row) => row.map((cell) => withoutGuard(cell).trim()))
  if (rows.length > MOST_ROWS) throw new UnreadableStatement(`At most ${MOST_ROWS} rows are read at once.`)
  const head = rows.slice(0, PREAMBLE).findIndex((row) => isHead(placesOf(row)))
  if (head === -1) {
    throw new UnreadableStatement(
      'No line of this file has the titles of its columns: at least a date and an amount, such as "Booking date;Amount;Payer;Text".',
    )
  }
  const places = placesOf(rows[head]!)
  const width = rows[head]!.length
  const body = rows.slice(head + 1).map((row, index) => ({ row, number: head + 2 + index }))
  const short = body.find(({ row }) => row.length < Math.min(width, lastOf(places) + 1))
  if (short) throw new UnreadableStatement(`Row ${short.number} has fewer columns than the titles: the file is damaged or cut off.`)
  const cell = (row: string[], name: ColumnName) => (places[name] === undefined ? '' : (row[places[name]] ?? ''))
  const readDay = dayReader(
    body.flatMap(({ row }) => [cell(row, 'bookedOn'), cell(row, 'valueOn')]),
    hints.dates,
  )
  const readDecimal = decimalReader(body.flatMap(({ row }) => [cell(row, 'amount'), cell(row, 'credit'), cell(row, 'debit')]))

  const accounts = new Map<string, ReadMovement[]>()
  for (const { row, number } of body) {
    const read = (): ReadMovement => {
      const currency = (cell(row, 'currency') || hints.currency).toUpperCase()
      return {
        bookedOn: readDay(cell(row, 'bookedOn')),
        valueOn: cell(row, 'valueOn') === '' ? null : readDay(cell(row, 'valueOn')),
        amount: signed(row, currency),
        currency,
        payer: tidyName(cell(row, 'payer')),
        payerAccount: accountNumber(cell(row, 'payerAccount')),
        text: tidy(cell(row, 'text')),
        reference: referenceOf(cell(row, 'reference')),
        bankReference: referenceOf(cell(row, 'bankReference')),
        isReversal: false,
      }
    }
    let movement: ReadMovement
    try {
      movement = read()
    } catch (error) {
      if (error instanceof UnreadableStatement) throw new UnreadableStatement(`Row ${number}: ${error.message}`)
      throw error
    }
    const account = accountNumber(cell(row, 'account') || hints.account || 'unnamed')
    if (movement.amount !== 0) accounts.set(account, [...(accounts.get(account) ?? []), movement])
  }
  if (accounts.size === 0) throw new UnreadableStatement('This file has no movements in it.')
  return [...accounts].map(([account, movements]) => ({ account, movements, pending: 0, addsUp: undefined }))

  function signed(row: string[], currency: string): number {
    const [amount, credit, debit] = [cell(row, 'amount'), cell(row, 'credit'), cell(row, 'debit')].map((written) =>
      readDecimal(written, currency),
    )
    if (amount !== undefined) return /^(?:d|dr|dbit|debit|s|soll)$/i.test(cell(row, 'direction')) ? -Math.abs(amount) : amount
    if (credit === undefined && debit === undefined) throw new UnreadableStatement('it has no amount.')
    return Math.abs(credit ?? 0) - Math.abs(debit ?? 0)
  }
}

type Places = Partial<Record<ColumnName, number>>

function placesOf(row: string[]): Places {
  const plain = row.map((title) => title.toLowerCase().replace(/[^\p{L}\d]+/gu, ''))
  return Object.fromEntries(
    columns.flatMap((name) => {
      const place = plain.findIndex((title) => titles[name].test(title))
      return place === -1 ? [] : [[name, place]]
    }),
  )
}

const isHead = ({ bookedOn, valueOn, amount, credit, debit }: Places) =>
  (bookedOn ?? valueOn) !== undefined && (amount ?? credit ?? debit) !== undefined
const lastOf = ({ bookedOn, amount, credit, debit }: Places) => Math.max(bookedOn ?? 0, amount ?? credit ?? debit ?? 0)

/** How the days of a file are written follows from all of them together. */
function dayReader(written: string[], dates: CsvHints['dates']): (day: string) => string {
  const parts = written.filter((day) => day !== '').map((day) => day.split(/[-./ T]/).map(Number))
  const isIso = parts.every(([first = 0]) => first > 31)
  const [firstAbove12, secondAbove12] = [parts.some(([first = 0]) => first > 12), parts.some(([, second = 0]) => second > 12)]
  const isDotted = written.every((day) => day === '' || day.includes('.'))
  const isSame = parts.every(([first, second]) => first === second)
  const order = isIso
    ? 'iso'
    : firstAbove12 || isDotted
      ? 'day-first'
      : secondAbove12
        ? 'month-first'
        : (dates ?? (isSame ? 'day-first' : undefined))
  if (order === undefined) throw new UnreadableStatement(AMBIGUOUS_DATES)
  return (day) => {
    const [first = '', second = '', third = ''] = day.split(/[-./ T]/)
    const [year, month, date] =
      order === 'iso' ? [first, second, third] : order === 'day-first' ? [third, second, first] : [third, first, second]
    const full = /^\d{2}$/.test(year) ? `20${year}` : year
    try {
      return requireDay(`${full}-${month.padStart(2, '0')}-${date.slice(0, 2).padStart(2, '0')}`)
    } catch {
      throw new UnreadableStatement(`'${shown(day)}' is no day.`)
    }
  }
}

export const AMBIGUOUS_DATES = 'The days of this file could be read with the day or with the month first. Please say which.'

/** Which sign separates the decimals follows from all amounts together. */
function decimalReader(written: string[]): (amount: string, currency: string) => number | undefined {
  const bare = written.map((amount) => amount.replace(/[^\d.,]/g, '')).filter((amount) => /[.,]/.test(amount))
  const votes = new Set(bare.map(separatorOf).filter((separator) => separator !== undefined))
  if (votes.size > 1) throw new UnreadableStatement('Some amounts of this file have a comma before the decimals and some a point.')
  if (votes.size === 0 && bare.length > 0) throw new UnreadableStatement(`'${shown(bare[0]!)}' could be read with or without decimals.`)
  const [separator = '.'] = votes
  const group = separator === '.' ? /[,' \u00a0\u202f]/g : /[.' \u00a0\u202f]/g
  return (amount, currency) => {
    if (amount === '') return undefined
    const plain = amount
      .replace(/[\u2212\u2013]/g, '-')
      .replace(/[A-Z$€£]+/gi, '')
      .trim()
    const isOut = /^-|-$|^\(.*\)$/.test(plain)
    const decimal = plain
      .replace(/^[-+(]|[-+)]$/g, '')
      .trim()
      .replace(group, '')
      .replace(separator, '.')
    const size = minorUnits(decimal, currency)
    return isOut && size !== 0 ? -size : size
  }
}

/** '1.234,56' and '12,5' are clear; '1,234' is not. */
function separatorOf(amount: string): string | undefined {
  const last = amount.replace(/[^.,]/g, '').at(-1)!
  const other = last === '.' ? ',' : '.'
  if (amount.includes(other)) return last
  if (amount.split(last).length > 2) return other
  return /[.,]\d{3}$/.test(amount) ? undefined : last
}

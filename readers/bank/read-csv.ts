import Papa from 'papaparse'
import { withoutGuard } from '#contract/basics/csv.ts'
import { placesOf } from '#contract/payments/bank.ts'
import { decimalMarkOf, plainDecimal, type DecimalMark } from '../values/decimals.ts'
import { dayFormOf, plainDay } from '../values/days.ts'
import { currencyOf, readAmountCell, signOf, type AmountCell, type Sign } from './amount-cell.ts'
import {
  columnOf,
  isAnnouncement,
  isBalance,
  isBalanceTitle,
  isEitherAccount,
  isForeign,
  isRecipient,
  namesBalance,
  saysAnnounced,
  signOfKind,
  stateOf,
  type ColumnName,
} from './csv-columns.ts'
import {
  accountNumber,
  at,
  minorUnits,
  referenceOf,
  shown,
  tidy,
  tidyName,
  UnreadableStatement,
  type ReadMovement,
  type ReadStatement,
} from './statement.ts'

/** Lines before the titles, in which some banks name the account and the days. */
const PREAMBLE = 30
const MOST_ROWS = 50_000
const MOST_COLUMNS = 500
const DELIMITERS = [';', ',', '\t', '|']

/** `dates`: whether day or month comes first, where the file does not show it. `account`, `currency`: where no column has them. */
export type CsvHints = { dates?: 'day-first' | 'month-first'; account?: string; currency: string }

type Row = { cells: string[]; number: number }
type Column = { title: string; name: ColumnName | undefined; currency: string | undefined; place: number }

/**
 * Reads the movements of a bank's CSV file; which column is which follows from its titles. Every row is a movement, or announces one, or
 * is a balance; otherwise the file is refused.
 * @throws UnreadableStatement with the row that is wrong; also when days or amounts could be read in two ways.
 */
export function readCsv(text: string, hints: CsvHints): ReadStatement[] {
  const { preamble, columns, rows } = tableOf(text)
  const byName = Map.groupBy(columns, ({ name }) => name)
  const first = (name: ColumnName) => byName.get(name)?.[0]
  const cell = ({ cells }: Row, column: Column | undefined) => (column === undefined ? '' : (cells[column.place] ?? ''))
  const [bookedOn, valueOn] = [first('bookedOn') ?? first('valueOn'), first('valueOn')]
  const money = (['amount', 'credit', 'debit'] as const).flatMap((name) => first(name) ?? [])
  const kinds = [...(byName.get('kind') ?? []), ...(byName.get(undefined) ?? [])]
  const states = byName.get('status') ?? []

  const isAnnounced = (row: Row) =>
    states.find((column) => stateOf(cell(row, column))) ??
    [bookedOn, valueOn, ...kinds].find((column) => isAnnouncement(cell(row, column))) ??
    kinds.find((column) => saysAnnounced(column.title, cell(row, column)))
  const words = wordsOfRows(columns, rows, cell)
  const isLeftOut = (row: Row) =>
    ((!hasDay(cell(row, bookedOn)) || money.every((column) => cell(row, column) === '')) && row.cells.some(namesBalance)) ||
    (cell(row, first('payer')) === '' && isBalance(words(row)))
  const needed = Math.max(bookedOn!.place, money[0]!.place) // a title row has both
  const width = columns.at(-1)!.place + 1
  // A title too many moves all columns behind it. Programs that leave out empty cells at the end do so in some rows only.
  const mostCells = Math.max(...rows.map(({ cells }) => cells.length))
  if (rows.length > 0 && mostCells < width) {
    throw new UnreadableStatement(`No row has as many cells as the titles (${mostCells}, ${width}): it is not clear which column is which.`)
  }
  const accountOfFile = onlyAccountOf(preamble) ?? hints.account
  const statements = new Map<string, Required<Omit<ReadStatement, 'addsUp'>>>()
  const statementOf = (row: Row) => {
    const account = accountNumber(cell(row, first('account')) || accountOfFile || 'unnamed')
    const statement = statements.get(account) ?? { account, movements: [], pending: 0, leftOut: 0 }
    statements.set(account, statement)
    return statement
  }
  const booked = rows.filter((row) => {
    if (isLeftOut(row)) statementOf(row).leftOut += 1
    else if (row.cells.slice(width).some((one) => one !== '')) {
      throw new UnreadableStatement(
        `Row ${row.number} has more cells than the titles: an amount may be written with the sign that separates cells.`,
      )
    } else if (row.cells.length < Math.min(width, needed + 1)) {
      throw new UnreadableStatement(`Row ${row.number} has fewer columns than the titles: the file is damaged or cut off.`)
    } else {
      const announced = isAnnounced(row)
      if (announced === undefined) return true
      if (stateOf(cell(row, announced)) === 'failed') statementOf(row).leftOut += 1
      else statementOf(row).pending += 1
    }
    return false
  })

  const readBookedOn = dayReader(
    booked.map((row) => cell(row, bookedOn)),
    hints.dates,
  )
  const readValueOn = dayReader(
    booked.map((row) => cell(row, valueOn)),
    hints.dates,
  )
  const currencyOfTitles = money.find(({ currency }) => currency !== undefined)?.currency
  const currencyOfFile = onlyCurrencyOf(preamble) ?? hints.currency
  const currencyOfRow = (row: Row, cells: Amounts) => {
    const said = cell(row, first('currency'))
    if (said !== '') return currencyOf(said) ?? said.toUpperCase()
    const ofCell = Object.values(cells).find((one) => typeof one === 'object' && one.currency !== undefined)
    return currencyOfTitles ?? (typeof ofCell === 'object' ? ofCell.currency : undefined) ?? currencyOfFile
  }
  const parsedOf = (row: Row, name: ColumnName) => parsed(cell(row, first(name)))
  const amounts = booked.map((row) => ({ amount: parsedOf(row, 'amount'), credit: parsedOf(row, 'credit'), debit: parsedOf(row, 'debit') }))
  const readAmount = amountReader(amounts)
  const isSigned = first('amount') === undefined || amounts.some(({ amount }) => typeof amount === 'object' && amount.sign !== undefined)
  const signs = directionOf({ columns, rows: booked, cell, isSigned })

  const payers = byName.get('payer') ?? []
  const payerOf = (row: Row, amount: number) => {
    const named = payers.filter((column) => cell(row, column) !== '')
    return cell(row, named.find(({ title }) => isRecipient(title) === amount < 0) ?? named[0])
  }
  refuseTwoAmounts(columns, booked, cell)

  const read: number[] = []
  for (const [index, row] of booked.entries()) {
    const movement = at(`Row ${row.number}`, (): ReadMovement => {
      const currency = currencyOfRow(row, amounts[index]!)
      const amount = readAmount(index, currency, signs(row))
      return {
        bookedOn: readBookedOn(cell(row, bookedOn)),
        valueOn: cell(row, valueOn) === '' ? null : readValueOn(cell(row, valueOn)),
        amount,
        currency,
        payer: tidyName(payerOf(row, amount)),
        payerAccount: accountNumber(cell(row, first('payerAccount'))),
        text: tidy(words(row)),
        reference: referenceOf(cell(row, first('reference'))),
        bankReference: referenceOf(cell(row, first('bankReference'))),
        isReversal: false,
      }
    })
    read.push(movement.amount)
    if (movement.amount !== 0) statementOf(row).movements.push(movement)
  }
  const balances = columns.filter(({ name, title }) => name === undefined && isBalanceTitle(title))
  // A sign may stand beside a balance.
  const hasBalances =
    booked.length > 1 &&
    statements.size === 1 &&
    balances.length === 1 &&
    !booked.some((row) => signOfKind(row.cells[balances[0]!.place + 1] ?? '') !== undefined)
  if (
    hasBalances &&
    contradicts(
      booked.map((row) => cell(row, balances[0])),
      read,
      currencyOfRow(booked[0]!, amounts[0]!),
    )
  ) {
    throw new UnreadableStatement(`The balances in '${shown(balances[0]!.title)}' go up where money goes out, or down where it comes in.`)
  }
  const found = [...statements.values()]
  if (!found.some(({ movements, pending }) => movements.length > 0 || pending > 0)) {
    throw new UnreadableStatement('This file has no movements in it.')
  }
  return found.map((statement) => ({ ...statement, addsUp: undefined }))
}

/** The rows below the titles. The separator is the one that finds most of these. */
function tableOf(written: string): { preamble: string[][]; columns: Column[]; rows: Row[] } {
  // The library would look for the line end with an expression that goes over everything between two quotation marks.
  const text = written.replace(/\r\n?/g, '\n')
  const candidates = DELIMITERS.map((delimiter) => {
    const start = Papa.parse<string[]>(text, { delimiter, newline: '\n', skipEmptyLines: 'greedy', preview: PREAMBLE }).data.map(cleaned)
    const head = start.findIndex((row) => row.length <= MOST_COLUMNS && isHead(columnsOf(row)))
    return { delimiter, head, known: head === -1 ? 0 : columnsOf(start[head]!).filter(({ name }) => name !== undefined).length }
  })
  const { delimiter, head } = candidates.toSorted((a, b) => b.known - a.known)[0]!
  if (head === -1) {
    throw new UnreadableStatement(
      'No line of this file has the titles of its columns: at least a date and an amount, such as "Booking date;Amount;Payer;Text".',
    )
  }
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n', skipEmptyLines: 'greedy', preview: MOST_ROWS + 1 })
  const quote = errors.find(({ type }) => type === 'Quotes')
  if (quote) throw new UnreadableStatement(`Row ${(quote.row ?? 0) + 1}: a quotation mark is not closed.`)
  if (data.length > MOST_ROWS) throw new UnreadableStatement(`At most ${MOST_ROWS} rows are read at once.`)
  const rows = data.map(cleaned)
  const body = rows.slice(head + 1)
  return {
    preamble: rows.slice(0, head),
    columns: toldByCells(columnsOf(rows[head]!), body),
    rows: body.map((cells, index) => ({ cells, number: head + 2 + index })),
  }
}

const cleaned = (row: string[]) => row.map((cell) => withoutGuard(cell).trim())

/** Up to the last title; what stands right of it has none. */
function columnsOf(row: string[]): Column[] {
  const width = row.findLastIndex((title) => title !== '') + 1
  return row.slice(0, width).map((title, place) => ({ title, place, ...columnOf(title) }))
}

/** Columns whose titles do not say what they are, and their cells do. */
function toldByCells(columns: Column[], rows: string[][]): Column[] {
  const cellsOf = ({ place }: Column) => rows.map((row) => row[place] ?? '')
  const has = (name: ColumnName) => columns.some((column) => column.name === name)
  const days = has('bookedOn')
    ? []
    : columns.filter((column) => column.name === undefined && rows.length > 0 && cellsOf(column).every(hasDay))
  const amount = columns.find(({ name }) => name === 'amount')
  const isCurrency = (column: Column) =>
    column.name === undefined &&
    !has('currency') &&
    amount?.currency === undefined &&
    Math.abs(column.place - (amount?.place ?? Infinity)) === 1 &&
    !isForeign(column.title) &&
    rows.some((row) => row.length > column.place) &&
    rows.every((row) => row.length <= column.place || currencyOf(row[column.place]!) !== undefined)
  const payer = columns.find(({ name }) => name === 'payer')
  const isOthersNamed = columns.some(({ name, title }) => name === 'payerAccount' && !isEitherAccount(title))
  const isOurs = (column: Column): boolean => {
    if (isOthersNamed) return true
    const [cells, payers] = [new Set(cellsOf(column)), new Set(payer && cellsOf(payer))]
    if (cells.has('')) return false
    if (payer !== undefined && payer.place < column.place) return cells.size === 1 && payers.size > 1
    return column.name === 'account' || (cells.size === 1 && (rows.length > 1 || column.place === 0))
  }
  return columns.map((column) => {
    // 'Valuta' is a day to some banks, and the currency to others.
    if (column.name === 'valueOn' && cellsOf(column).some((cell) => currencyOf(cell) !== undefined)) return { ...column, name: 'currency' }
    if (isCurrency(column)) return { ...column, name: 'currency' }
    if (days.length === 1 && column === days[0]) return { ...column, name: 'bookedOn' }
    return isEitherAccount(column.title) ? { ...column, name: isOurs(column) ? 'account' : 'payerAccount' } : column
  })
}

const isHead = (columns: Column[]) =>
  columns.some(({ name }) => name === 'bookedOn' || name === 'valueOn') &&
  columns.some(({ name }) => name === 'amount' || name === 'credit' || name === 'debit')

/** The currency that the lines before the titles name, where it is one. */
function onlyCurrencyOf(preamble: string[][]): string | undefined {
  const named = preamble.flat().flatMap((cell) => (/^[A-Z]{3}$/.test(cell) ? currencyOf(cell) : readAmountCell(cell)?.currency) ?? [])
  return new Set(named).size === 1 ? named[0] : undefined
}

const IBAN = /^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/
/** The account that the lines before the titles name, where it is one. */
function onlyAccountOf(preamble: string[][]): string | undefined {
  const named = preamble.flat().map((cell) => accountNumber(cell.slice(cell.indexOf(':') + 1)))
  const [account, ...others] = new Set(named.filter((one) => IBAN.test(one)))
  return others.length === 0 ? account : undefined
}

type CellOf = (row: Row, column: Column) => string

/** The purpose: all columns of it, else the kind of the movement, else all words that belong to no other column. */
function wordsOfRows(columns: Column[], rows: Row[], cell: CellOf): (row: Row) => string {
  const named = (name: ColumnName | undefined) => columns.filter((column) => column.name === name)
  const purposes = named('text')
  // 'Details' of some banks has nothing but CREDIT and DEBIT.
  const telling = purposes.filter((column) => rows.some((row) => cell(row, column) !== '' && signOfKind(cell(row, column)) === undefined))
  const joined = (row: Row, some: Column[]) => [...new Set(some.map((column) => cell(row, column)))].join(' ').trim()
  const hasWords = (words: string) => /\p{L}/u.test(words)
  return (row) => {
    const [purpose, kind] = [joined(row, telling.length > 0 ? telling : purposes), joined(row, named('kind'))]
    if (purpose !== '' || kind !== '') return purpose || kind
    return named(undefined)
      .map((column) => cell(row, column))
      .filter(hasWords)
      .join(' ')
  }
}

const hasDay = (cell: string) => {
  if (/^\d[\d./-]*$/.test(cell)) return true
  const { form } = dayFormOf([cell], 'day-first')
  return form !== undefined && plainDay(cell, form) !== undefined
}

/** How the days of a column are written follows from all of them together. */
function dayReader(written: string[], dates: CsvHints['dates']): (day: string) => string {
  const found = dayFormOf(written, dates)
  if (found.form === undefined) {
    throw new UnreadableStatement(
      found.why === 'unclear'
        ? AMBIGUOUS_DATES
        : `The days of a column are written in two forms: '${shown(found.example)}' has the other one.`,
    )
  }
  const { form } = found
  return (day) => {
    const plain = plainDay(day, form)
    if (plain === undefined) throw new UnreadableStatement(`'${shown(day)}' is no day.`)
    return plain
  }
}

export const AMBIGUOUS_DATES = 'The days of this file could be read with the day or with the month first. Please say which.'

type Direction = Sign | undefined
/** Cells that are no amounts stay as they are written. */
type Amounts = Record<'amount' | 'credit' | 'debit', AmountCell | string | undefined>

/**
 * Reads the amount of a row, in the smallest unit and with its sign. What separates the decimals follows from all amounts together.
 * Withdrawals may all be negative; a minus in some of them could be either.
 */
function amountReader(cells: Amounts[]): (index: number, currency: string, direction: Direction) => number {
  const found = decimalMarkOf(cells.flatMap((row) => Object.values(row).flatMap((one) => (typeof one === 'object' ? one.number : []))))
  if (found.mark === undefined) {
    throw new UnreadableStatement(
      found.why === 'mixed'
        ? 'Some amounts of this file have a comma before the decimals and some a point.'
        : `'${shown(found.example)}' could be read with or without decimals.`,
    )
  }
  const signsOfDebits = new Set(
    cells.flatMap(({ debit }) => (typeof debit === 'object' && /[1-9]/.test(debit.number) ? [debit.sign === 'out'] : [])),
  )
  return (index, currency, direction) => {
    const sizeOf = (one: AmountCell | string | undefined) => (one === undefined ? undefined : size(one, found.mark, currency))
    const { amount, credit, debit } = cells[index]!
    const [whole, came, went] = [sizeOf(amount), sizeOf(credit), sizeOf(debit)]
    if ((came ?? 0) !== 0 && (went ?? 0) !== 0) throw new UnreadableStatement('it has both a credit and a debit.')
    if ((went ?? 0) !== 0 && signsOfDebits.size > 1) throw new UnreadableStatement('some debits have a minus, and some have none.')
    const columns = came || (went === undefined ? came : -Math.abs(went) || 0)
    if (whole === undefined) {
      if (columns === undefined) throw new UnreadableStatement('it has no amount.')
      return columns
    }
    if (columns !== undefined && columns !== 0 && (Math.abs(columns) !== Math.abs(whole) || (whole < 0 && columns > 0))) {
      throw new UnreadableStatement('it has two amounts that differ.')
    }
    if (columns) return columns
    if (direction === undefined) return whole
    if (direction === 'in' ? whole < 0 : hasSign(amount, 'in'))
      throw new UnreadableStatement('its amount has another sign than its direction.')
    return direction === 'out' ? -Math.abs(whole) || 0 : whole
  }
}

/** @throws UnreadableStatement where two columns of one kind differ, such as an amount before and after its exchange. */
function refuseTwoAmounts(columns: Column[], rows: Row[], cell: CellOf) {
  for (const [name, same] of Map.groupBy(columns, (column) => column.name)) {
    if (name !== 'amount' && name !== 'credit' && name !== 'debit') continue
    const [first, other] = [same[0]!, same.find((column) => rows.some((row) => cell(row, column) !== cell(row, same[0]!)))]
    if (other)
      throw new UnreadableStatement(`The columns '${shown(first.title)}' and '${shown(other.title)}' have two amounts that differ.`)
  }
}

/** Whether each balance is as far from the one before it as its amount says, and some in the other direction. Days go up, or down. */
function contradicts(written: string[], amounts: number[], currency: string): boolean {
  const cells = written.map(readAmountCell)
  const { mark } = decimalMarkOf(cells.flatMap((one) => one?.number ?? []))
  if (mark === undefined || cells.length < 2) return false
  const places = 10 ** placesOf(currency)
  const balances = cells.map((one) => (one?.sign === 'out' ? -places : places) * Number(one && plainDecimal(one.number, mark)))
  const steps = balances.slice(1).map((balance, index) => Math.round(balance - balances[index]!))
  const orders = [
    steps.map((step, index) => [step, amounts[index + 1]!] as const),
    steps.map((step, index) => [-step, amounts[index]!] as const),
  ]
  const fits = (isEqual: (step: number, amount: number) => boolean) =>
    orders.some((order) => order.every(([step, amount]) => isEqual(step, amount)))
  return fits((step, amount) => Math.abs(step) === Math.abs(amount)) && !fits((step, amount) => step === amount)
}

const hasSign = (one: AmountCell | string | undefined, sign: Sign) => typeof one === 'object' && one.sign === sign
const parsed = (written: string): AmountCell | string | undefined => (written === '' ? undefined : (readAmountCell(written) ?? written))

function size(one: AmountCell | string, mark: DecimalMark, currency: string): number {
  const plain = typeof one === 'string' ? undefined : plainDecimal(one.number, mark)
  if (typeof one === 'string' || plain === undefined) {
    throw new UnreadableStatement(`'${shown(typeof one === 'string' ? one : one.number)}' is no amount.`)
  }
  if (one.currency !== undefined && one.currency !== currency) {
    throw new UnreadableStatement(`its amount is in ${one.currency}, and its currency is ${shown(currency)}.`)
  }
  const units = minorUnits(plain, currency)
  return one.sign === 'out' && units !== 0 ? -units : units
}

/** A code that could be a sign. */
const CODE = /^[\p{L}+-]{1,3}$/u

/**
 * The direction of a row by the columns that have it: one with such a title, and beside unsigned amounts one whose cells are signs, too.
 * @throws UnreadableStatement where such a column has a word that is not known.
 */
function directionOf({ columns, rows, cell, isSigned }: { columns: Column[]; rows: Row[]; cell: CellOf; isSigned: boolean }) {
  const titled = columns.filter((column) => column.name === 'direction' && rows.some((row) => cell(row, column) !== ''))
  const signing = titled.length > 0 || isSigned ? titled : columns.filter(isDirection)
  const directions = signing.filter(({ place }) => !isBalanceTitle(columns[place - 1]?.title ?? ''))
  if (!isSigned && directions.length < Math.min(signing.length, 1)) {
    throw new UnreadableStatement(`The column '${shown(signing[0]!.title)}' could be the sign of the amount, or of the balance beside it.`)
  }
  // 'A' is avere beside dare, and nothing by itself.
  const withDare = new Set(directions.filter((column) => rows.some((row) => /^d$/i.test(cell(row, column)))))
  return (row: Row): Direction => {
    const signs = directions.map((column): Sign => {
      const value = cell(row, column)
      const sign = /^a$/i.test(value) && withDare.has(column) ? 'in' : signOf(value)
      if (sign === undefined)
        throw new UnreadableStatement(`'${shown(value)}' in the column '${shown(column.title)}' is neither credit nor debit.`)
      return sign
    })
    if (new Set(signs).size > 1) throw new UnreadableStatement('its columns say both credit and debit.')
    return signs[0]
  }

  function isDirection(column: Column): boolean {
    const values = [...new Set(rows.map((row) => cell(row, column)))]
    const signs = new Set(values.map(signOfKind))
    if (column.name === 'text') return !signs.has(undefined)
    if (column.name !== 'kind' && column.name !== undefined) return false
    const areCodes = values.every((value) => CODE.test(value) && currencyOf(value) === undefined)
    // Money that went out among unsigned amounts, or codes of two sorts. A single code may be something else.
    // 'Is credit', with true and false.
    if (values.length === 2 && signOfKind(column.title) !== undefined) return true
    return (signs.has('out') && (values.length > 1 || !areCodes)) || (areCodes && values.length === 2)
  }
}

import { decimalMarkOf, plainDecimal } from '../values/decimals.ts'
import { placesOf } from '#contract/payments/bank.ts'
import {
  accountNumber,
  at,
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

/** A field, such as `:61:`, with its lines. */
type Field = { tag: string; lines: string[]; line: number }

/**
 * Days, sign, amount and type of `:61:`, as SWIFT's handbook has them; banks may leave the entry day blank. Its references follow.
 * 'RC' takes a credit back, 'RD' a debit; 'EC' and 'ED' are expected ones.
 */
const MOVEMENT = /^(\d{6})(\d{4}|\s{4})?\s*(R[CD]|E[CD]|[CD])([A-Z])?\s?(\d[\d,.]*)\s?([A-Z][A-Z0-9]{3})?/
const BALANCE = /^([CD])(\d{6})([A-Z]{3})\s?(\d[\d,.]*)$/
const FIELD = /^:(\d{2}[A-Z]?|NS):(.*)$/
/** These end a text. A time of day, such as `:61:30`, does not. */
const AFTER_TEXT = /^:(?:61:(?!\d{1,2}(?:\D|$))|86:|NS:|6[02][FM]:[CD]\d{6}|90[CD]:\d)/
const AFTER_CLOSING = /^:(?:64|65):/
/** A statement begins with its reference, and its account follows. */
const BEGINNING = /^:20:/
const SECOND = /^:(?:21|25P?|28C?|13D?|NS):/

/**
 * Reads SWIFT's MT940, also as German banks write it (`?20`-fields in `:86:`), with or without the blocks of the network or the lines
 * of a bank around it. A statement of several pages is one statement. What a bank announces (MT942, expected entries) is counted.
 * @throws UnreadableStatement with the line that is wrong; also for a file that ends before its closing balance.
 */
export function readMt940(file: string): ReadStatement[] {
  const statements = statementsOf(file).map(readStatement)
  if (statements.length === 0) throw new UnreadableStatement('This file has no bank statement (MT940) in it.')
  return statements
}

/** The fields of each statement, from its `:20:` on. Lines before it and after the closing balance are the bank's envelope. */
function statementsOf(file: string): Field[][] {
  const statements: Field[][] = []
  let isClosed = true
  const lines = file.split(/\r\n|\r|\n/).map(withoutBlocks)
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const fields = statements.at(-1)
    const [, tag = '', rest = ''] = FIELD.exec(line) ?? []
    const before = fields?.at(-1)?.tag
    const isText = before === '86' || before === '61' || before === 'NS'
    const begins =
      BEGINNING.test(line) && (!isText || SECOND.test(lines.slice(index + 1, index + 4).find((next) => next.trim() !== '') ?? ''))
    if (begins) {
      statements.push([{ tag, lines: [rest], line: index + 1 }])
      isClosed = false
    } else if (isEnd(line) && (isClosed || fields?.every(({ tag: one }) => one !== '60F' && one !== '60M'))) {
      isClosed = true
    } else if (tag !== '' && fields !== undefined && (!isText || AFTER_TEXT.test(line) || (isClosed && AFTER_CLOSING.test(line)))) {
      fields.push({ tag, lines: [rest], line: index + 1 })
      if (/^6[012]/.test(tag)) isClosed = tag.startsWith('62')
    } else if (fields !== undefined && !isClosed) fields.at(-1)!.lines.push(line)
  }
  return statements.filter((one) => one.some(({ tag }) => tag === '25' || tag === '25P' || tag === '61'))
}

const isEnd = (line: string) => /^-(?:\}|X{3}\s*$|\s*$)/.test(line)
/** The blocks of the SWIFT network are {1:...}{2:...}{4: before the fields, and -}{5:...} after them. */
const withoutBlocks = (line: string) => (/^(?:-\})?\{/.test(line) && line.includes('{4:') ? line.slice(line.lastIndexOf('{4:') + 3) : line)

function readStatement(fields: Field[]): ReadStatement {
  const value = (...tags: string[]) => fields.find(({ tag }) => tags.includes(tag))?.lines.join('')
  const account = accountNumber(value('25', '25P') ?? '')
  if (account === '') throw new UnreadableStatement('This statement does not say which account it is of.')
  const opening = balanceOf(fields, '60F', '60M')
  const closing = fields.findLast(({ tag }) => tag === '62F' || tag === '62M')
  const entries = fields.flatMap((field, index) => (field.tag === '61' ? [{ field, index }] : []))
  const isInterim = fields.some(
    ({ tag, lines }) => ['13', '13D', '34F', '90C', '90D'].includes(tag) || (tag === '20' && lines[0]!.startsWith('STARTDISP')),
  )
  if (!opening && !closing && isInterim) return { account, movements: [], pending: entries.length, addsUp: undefined }
  if (!opening) throw new UnreadableStatement('This statement has no opening balance: its beginning is missing.')
  if (!closing) throw new UnreadableStatement('This statement has no closing balance: it was cut off.')
  const read = entries.map(({ field, index }) =>
    at(`Line ${field.line}`, () => readMovement(field, detailsOf(fields, index), opening.currency)),
  )
  const movements = read.flatMap((one) => (one === undefined || one.amount === 0 ? [] : [one]))
  const sum = movements.reduce((total, { amount }) => total + amount, 0)
  return {
    account,
    movements,
    pending: read.filter((one) => one === undefined).length,
    addsUp: opening.amount + sum === balanceOf([closing], closing.tag)!.amount,
  }
}

function balanceOf(fields: Field[], ...tags: string[]): { amount: number; currency: string } | undefined {
  const field = fields.find(({ tag }) => tags.includes(tag))
  if (!field) return undefined
  const match = BALANCE.exec(field.lines.join('').trim())
  if (!match) throw new UnreadableStatement(`Line ${field.line}: '${shown(field.lines.join(' '))}' is no balance.`)
  const [, sign, , currency, amount] = match
  const size = at(`Line ${field.line}`, () => readAmount(amount!, currency!))
  return { amount: sign === 'D' && size !== 0 ? -size : size, currency: currency! }
}

/** SWIFT has a comma before the decimals; of some banks' points and commas the last one is that. */
function readAmount(amount: string, currency: string): number {
  const found = decimalMarkOf([amount])
  const mark = found.mark ?? (amount.includes(',') ? ',' : '.')
  const plain = plainDecimal(amount, mark)
  const places = plain?.split('.')[1]?.length ?? 0
  if (plain === undefined || (found.mark === undefined && places > placesOf(currency))) {
    throw new UnreadableStatement(`'${shown(amount)}' could be read with or without decimals.`)
  }
  return minorUnits(plain, currency)
}

type Details = { lines: string[]; other: string[] }

/** The texts of a movement: all `:86:` up to the next one, and `:NS:`. */
function detailsOf(fields: Field[], index: number): Details {
  let end = index + 1
  while (/^(?:86|NS)$/.test(fields[end]?.tag ?? '')) end += 1
  const after = fields.slice(index + 1, end)
  const linesOf = (tag: string) => after.filter((field) => field.tag === tag).flatMap(({ lines }) => lines)
  return { lines: linesOf('86'), other: linesOf('NS') }
}

/** Undefined for an expected movement. */
function readMovement({ lines }: Field, details: Details, currency: string): ReadMovement | undefined {
  const [first = '', second = ''] = lines.map((line) => line.trim())
  const rest = lines.slice(2)
  const whole = [
    [first, second, ...rest],
    [first + second, ...rest],
  ].find(([line = '']) => MOVEMENT.exec(line)?.[6])
  // Without a type the line may be broken within its amount.
  const [line = '', ...more] = whole ?? (/^[\d,.]/.test(second) ? [] : [first, second, ...rest])
  const match = MOVEMENT.exec(line)
  if (!match) throw new UnreadableStatement(`'${shown(first)}' is no movement.`)
  const [head, valued = '', booked = '', mark = '', , amount = ''] = match
  const references = line.slice(head.length)
  const [ownReference = ''] = references.split('//', 1)
  const bankReference = references.slice(ownReference.length + 2)
  const valueOn = valueDay(valued)
  const size = readAmount(amount, currency)
  if (mark.startsWith('E')) return undefined
  const isOut = mark === 'D' || mark === 'RC'
  const words = details.lines.length > 0 ? wordsOf(details.lines) : wordsOfNarrative(details.other)
  const account = more.map((one) => one.trim()).find((one) => IBAN.test(one))
  return {
    bookedOn: booked.trim() === '' ? valueOn : bookingDay(valueOn, booked),
    valueOn,
    amount: isOut && size !== 0 ? -size : size,
    currency,
    ...words,
    payerAccount: words.payerAccount || (account ?? ''),
    text: words.text || tidy(more.join(' ')),
    reference: words.reference || referenceOf(ownReference),
    bankReference: referenceOf(bankReference),
    isReversal: mark.startsWith('R'),
  }
}

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** In months of 30 days, by which German banks count interest, February has 30, too. */
function valueDay(day: string): string {
  const [year, month, date] = [`20${day.slice(0, 2)}`, day.slice(2, 4), day.slice(4)]
  const isEndOfFebruary = month === '02' && (date === '29' || date === '30')
  return requireDay(isEndOfFebruary ? new Date(Date.UTC(Number(year), 2, 0)).toISOString().slice(0, 10) : `${year}-${month}-${date}`)
}

/** The booking day has no year: it is the one that is nearest to the value day, also over New Year. */
function bookingDay(valueOn: string, monthAndDay: string): string {
  const year = Number(valueOn.slice(0, 4))
  const near = Date.parse(valueOn)
  const days = [year - 1, year, year + 1]
    .map((each) => `${each}-${monthAndDay.slice(0, 2)}-${monthAndDay.slice(2)}`)
    .toSorted((a, b) => Math.abs(Date.parse(a) - near) - Math.abs(Date.parse(b) - near))
  return requireDay(days[0]!)
}

/** `:NS:` has numbered lines: 01 to 14 are the purpose, 15 and 16 the name of the other side. */
function wordsOfNarrative(lines: string[]): Words {
  const of = (from: number, to: number) =>
    lines
      .filter((line) => /^\d{2}/.test(line) && Number(line.slice(0, 2)) >= from && Number(line.slice(0, 2)) <= to)
      .map((line) => line.slice(2))
      .join(' ')
  return { payer: tidyName(of(15, 16)), payerAccount: '', text: tidy(of(1, 14) || lines.join(' ')), reference: '' }
}

type Words = Pick<ReadMovement, 'payer' | 'payerAccount' | 'text' | 'reference'>

/** `:86:` as German banks (`166?00...?20...`), with SEPA or SWIFT words (`/EREF/.../REMI/...`), or as free text. */
function wordsOf(lines: string[]): Words {
  const joined = lines.join('')
  const [, code = '', mark] = /^(\d{3}|(?=\?))([?<>@^&+*~])(?=\d{2})/.exec(joined) ?? []
  if (mark) return wordsOfFields(joined.slice(code.length), mark)
  if (/^\/[A-Z]{2,5}\//.test(joined.trim())) return wordsOfSlashes(joined.trim())
  return { payer: '', payerAccount: '', text: tidy(lines.join(' ')), reference: '' }
}

function wordsOfFields(text: string, mark: string): Words {
  const fields: { number: number; words: string }[] = []
  for (const part of text.split(mark).slice(1)) {
    if (/^\d{2}/.test(part)) fields.push({ number: Number(part.slice(0, 2)), words: part.slice(2) })
    else if (fields.length > 0) fields.at(-1)!.words += mark + part
  }
  const of = (from: number, to: number) =>
    fields
      .filter(({ number }) => number >= from && number <= to)
      .map(({ words }) => words)
      .join('')
  const purpose = of(20, 29) + of(60, 63)
  const tagged = /(?:^|[^A-Z])EREF\+(.*?)(?=(?:KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+|$)/.exec(purpose)?.[1] ?? ''
  const said = /SVWZ\+(.*?)(?=(?:EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|ABWA|ABWE|IBAN|BIC)\+|$)/.exec(purpose)?.[1]
  return {
    payer: tidyName(of(32, 33)),
    payerAccount: accountNumber(of(31, 31) || of(38, 38)),
    text: tidy(said ?? purpose),
    reference: referenceOf(tagged),
  }
}

function wordsOfSlashes(text: string): Words {
  const of = (tag: string) =>
    new RegExp(
      `/${tag}/(.*?)(?=/(?:EREF|PREF|MARF|CSID|BENM|ORDP|REMI|CNTP|PURP|ISDT|ULTB|ULTD|RTRN|TRCD|BIC|IBAN|NAME|ADDR|OCMT|CHGS|EXCH)/|$)`,
    ).exec(text)?.[1] ?? ''
  const [account = '', , name = ''] = of('CNTP').split('/')
  const remittance = of('REMI')
    .replace(/^(?:USTD|STRD)\/\/?/, '')
    .replace(/^CUR\//, '')
  return {
    payer: tidyName(of('NAME') || name),
    payerAccount: accountNumber(of('IBAN') || account),
    text: tidy(remittance.replace(/\/+$/, '')) || tidy(text),
    reference: referenceOf(of('EREF').replace(/\/+$/, '')),
  }
}

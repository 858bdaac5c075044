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

/** A field, such as `:61:`, with its lines. */
type Field = { tag: string; lines: string[]; line: number }

/** The first line of `:61:`; days and amount as SWIFT's handbook has them, the rest as banks write it. */
const MOVEMENT = /^(\d{6})(\d{4})?(R?[CD]|E[CD])([A-Z])?(\d[\d,.]*)([A-Z][A-Z0-9]{3})?([^/]*(?:\/(?!\/)[^/]*)*)(?:\/\/(.*))?$/
const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d[\d,.]*)$/

/**
 * Reads SWIFT's MT940, also as German banks write it (`?20`-fields in `:86:`), and with or without the blocks around it. A statement
 * of several pages is one statement.
 * @throws UnreadableStatement with the line that is wrong; also for a file that ends before its closing balance.
 */
export function readMt940(file: string): ReadStatement[] {
  const statements: ReadStatement[] = []
  for (const fields of splitStatements(fieldsOf(file))) statements.push(readStatement(fields))
  if (statements.length === 0) throw new UnreadableStatement('This file has no bank statement (MT940) in it.')
  return statements
}

function fieldsOf(file: string): Field[] {
  const fields: Field[] = []
  for (const [index, raw] of file.split(/\r\n|\r|\n/).entries()) {
    // Blocks of the SWIFT network surround it: {1:...}{2:...}{4: and -}
    const line = raw.replace(/^(?:\{[1-35][^{}]*(?:\{[^{}]*\}[^{}]*)*\})*\{4:/, '')
    if (/^-\}?(?:\{5:.*)?\s*$/.test(line) || line.trim() === '') continue
    const match = /^:(\d{2}[A-Z]?):(.*)$/.exec(line)
    if (match) fields.push({ tag: match[1]!, lines: [match[2]!], line: index + 1 })
    else if (fields.length > 0) fields.at(-1)!.lines.push(line)
    else if (!/^\{|^[A-Z0-9@]*$/.test(line.trim()))
      throw new UnreadableStatement(`Line ${index + 1} belongs to no field: '${shown(line)}'.`)
  }
  return fields
}

/** From each `:20:` on. */
function splitStatements(fields: Field[]): Field[][] {
  const statements: Field[][] = []
  for (const field of fields) {
    if (field.tag === '20' || statements.length === 0) statements.push([])
    statements.at(-1)!.push(field)
  }
  return statements.filter((one) => one.some(({ tag }) => tag === '25' || tag === '61'))
}

function readStatement(fields: Field[]): ReadStatement {
  const value = (...tags: string[]) => fields.find(({ tag }) => tags.includes(tag))?.lines.join('')
  const account = accountNumber(value('25', '25P') ?? '')
  if (account === '') throw new UnreadableStatement('This statement does not say which account it is of.')
  const opening = balanceOf(fields, '60F', '60M')
  const closing = balanceOf(fields, '62F', '62M')
  if (!opening) throw new UnreadableStatement('This statement has no opening balance: its beginning is missing.')
  if (!closing) throw new UnreadableStatement('This statement has no closing balance: it was cut off.')
  const movements = fields.flatMap((field, index) => {
    if (field.tag !== '61') return []
    const after = fields[index + 1]
    const movement = readMovement(field, after?.tag === '86' ? after.lines : [], opening.currency)
    return movement.amount === 0 ? [] : [movement]
  })
  const sum = movements.reduce((total, { amount }) => total + amount, 0)
  return { account, movements, pending: 0, addsUp: opening.amount + sum === closing.amount }
}

function balanceOf(fields: Field[], ...tags: string[]): { amount: number; currency: string } | undefined {
  const field = fields.find(({ tag }) => tags.includes(tag))
  if (!field) return undefined
  const match = BALANCE.exec(field.lines.join('').trim())
  if (!match) throw new UnreadableStatement(`Line ${field.line}: '${shown(field.lines.join(' '))}' is no balance.`)
  const [, sign, , currency, amount] = match
  const size = minorUnits(decimalOf(amount!), currency!)
  return { amount: sign === 'D' && size !== 0 ? -size : size, currency: currency! }
}

const decimalOf = (amount: string) => amount.replaceAll('.', '').replace(',', '.')

function readMovement({ lines, line }: Field, details: string[], currency: string): ReadMovement {
  const match = MOVEMENT.exec(lines[0]!.trim())
  if (!match) throw new UnreadableStatement(`Line ${line}: '${shown(lines[0]!)}' is no movement.`)
  const [, valued, booked, mark, , amount, , ownReference = '', bankReference = ''] = match
  try {
    const valueOn = requireDay(`20${valued!.slice(0, 2)}-${valued!.slice(2, 4)}-${valued!.slice(4)}`)
    const size = minorUnits(decimalOf(amount!), currency)
    // 'RC' takes a credit back, 'RD' a debit; 'EC' and 'ED' are expected ones of intraday files.
    const isOut = mark === 'D' || mark === 'RC' || mark === 'ED'
    const words = wordsOf(details)
    return {
      bookedOn: booked ? bookingDay(valueOn, booked) : valueOn,
      valueOn,
      amount: isOut && size !== 0 ? -size : size,
      currency,
      ...words,
      text: words.text || tidy(lines.slice(1).join(' ')),
      reference: words.reference || referenceOf(ownReference),
      bankReference: referenceOf(bankReference),
      isReversal: mark!.startsWith('R'),
    }
  } catch (error) {
    if (error instanceof UnreadableStatement) throw new UnreadableStatement(`Line ${line}: ${error.message}`)
    throw error
  }
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

type Words = Pick<ReadMovement, 'payer' | 'payerAccount' | 'text' | 'reference'>

/** `:86:` as German banks (`166?00...?20...`), with SEPA or SWIFT words (`/EREF/.../REMI/...`), or as free text. */
function wordsOf(lines: string[]): Words {
  const joined = lines.join('')
  const mark = /^\d{3}([?<>@^&+*])(?=\d{2})/.exec(joined)?.[1]
  if (mark) return wordsOfFields(joined.slice(3), mark)
  if (/^\/[A-Z]{2,5}\//.test(joined.trim())) return wordsOfSlashes(joined.trim())
  return { payer: '', payerAccount: '', text: tidy(lines.join(' ')), reference: '' }
}

function wordsOfFields(text: string, mark: string): Words {
  const fields = text
    .split(mark)
    .filter((part) => /^\d{2}/.test(part))
    .map((part) => ({ number: Number(part.slice(0, 2)), words: part.slice(2) }))
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
    payerAccount: accountNumber(of(31, 31)),
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

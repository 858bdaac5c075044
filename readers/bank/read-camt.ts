import { XMLParser, XMLValidator } from 'fast-xml-parser'
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

/** Deeper than any message of ISO 20022. */
const DEEPEST = 60

/** An element: text, or an object of its children, each once or as a list. */
type Node = string | { [name: string]: Node | Node[] } | undefined

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  trimValues: true,
  // The library's own decoding skips numeric references, and limits the others; see `decoded` below.
  processEntities: false,
  maxNestedTags: DEEPEST,
})

/**
 * Reads bank statements of ISO 20022, camt.053 in all versions, also camt.052 and camt.054. The versions differ in the place of a
 * name or a state; both places are read. A file that declares entities or a document type is refused unread.
 * @throws UnreadableStatement with the first thing that is wrong.
 */
export function readCamt(xml: string): ReadStatement[] {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new UnreadableStatement('This file declares a document type, which no bank statement does.')
  const checked = XMLValidator.validate(xml)
  if (checked !== true) throw new UnreadableStatement(`This file is damaged or cut off, at line ${checked.err.line}.`)
  let root: Node
  try {
    root = parser.parse(xml) as Node
  } catch {
    throw new UnreadableStatement('This file is nested deeper than a bank statement is.')
  }
  const found = messagesIn(root).flatMap((message) =>
    ['Stmt', 'Rpt', 'Ntfctn'].flatMap((name) => list(message, name)).map((statement) => readStatement(statement, child(message, 'GrpHdr'))),
  )
  if (found.length === 0) throw new UnreadableStatement('This XML file has no bank statement (camt.053) in it.')
  return found
}

const MESSAGES = new Set(['BkToCstmrStmt', 'BkToCstmrAcctRpt', 'BkToCstmrDbtCdtNtfctn'])

/** The messages of a file, in the order of its envelopes: networks and programs put a document below elements of their own. */
function messagesIn(root: Node): Node[] {
  const found: Node[] = []
  const search = (node: Node) => {
    if (typeof node !== 'object') return
    for (const [name, value] of Object.entries(node)) {
      if (MESSAGES.has(name)) found.push(...list(node, name))
      else for (const inner of Array.isArray(value) ? value : [value]) search(inner)
    }
  }
  search(root)
  return found
}

function readStatement(statement: Node, header: Node): ReadStatement {
  const id = child(child(statement, 'Acct'), 'Id')
  const account = accountNumber(text(id, 'IBAN') || text(child(id, 'Othr'), 'Id'))
  if (account === '') throw new UnreadableStatement('This statement does not say which account it is of.')
  const balances = list(statement, 'Bal')
  const day = dayOf(statement, balances, header)
  const entries = list(statement, 'Ntry').map((entry, index) => at(`Entry ${index + 1}`, () => readEntry(entry, day)))
  const booked = entries.flatMap(({ movements }) => movements)
  return {
    account,
    movements: booked,
    pending: entries.filter(({ isBooked }) => !isBooked).length,
    addsUp: addsUp(balances, booked),
  }
}

/** The day of a statement, which its entries without one have: that of its closing balance, or its last. */
function dayOf(statement: Node, balances: Node[], header: Node): string | undefined {
  const written = [
    ...balances.filter((balance) => codeOf(balance) === 'CLBD').map((balance) => child(balance, 'Dt')),
    { Dt: text(child(statement, 'FrToDt'), 'ToDt') || text(child(statement, 'FrToDt'), 'ToDtTm') },
    { Dt: text(statement, 'CreDtTm') || text(header, 'CreDtTm') },
  ]
  return written.map(readDay).find((day) => day !== undefined)
}

function readEntry(entry: Node, day: string | undefined): { isBooked: boolean; movements: ReadMovement[] } {
  const state = text(entry, 'Sts') || text(child(entry, 'Sts'), 'Cd')
  if (state !== 'BOOK' && state !== '') return { isBooked: false, movements: [] }
  const amount = readAmount(child(entry, 'Amt'), text(entry, 'CdtDbtInd'))
  const bookedOn = readDay(child(entry, 'BookgDt')) ?? readDay(child(entry, 'ValDt')) ?? day
  if (bookedOn === undefined) throw new UnreadableStatement('It has no day.')
  const whole = {
    bookedOn,
    valueOn: readDay(child(entry, 'ValDt')) ?? null,
    bankReference: referenceOf(text(entry, 'AcctSvcrRef')),
    isReversal: isReversal(entry),
  }
  const details = list(entry, 'NtryDtls').flatMap((each) => list(each, 'TxDtls'))
  const parts = details.map((detail) => partOf(detail, amount))
  // A batch becomes its parts only where their sum is its amount; otherwise it stays one movement with the texts of all parts.
  const isSplit = details.length > 1 && parts.every((part) => part !== undefined) && sumOf(parts) === amount.amount
  const movements = isSplit
    ? details.map((detail, index) => ({ ...whole, ...amount, amount: parts[index]!, ...wordsOf(entry, [detail], whole.bankReference) }))
    : [{ ...whole, ...amount, ...wordsOf(entry, details, whole.bankReference) }]
  return { isBooked: true, movements: movements.filter((movement) => movement.amount !== 0) }
}

const isReversal = (entry: Node) => /^(?:true|1)$/i.test(text(entry, 'RvslInd'))
const sumOf = (parts: (number | undefined)[]) => parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)

/** The part of the entry's money, in its currency and with its sign; undefined where the file does not say it. */
function partOf(detail: Node, entry: { amount: number; currency: string }): number | undefined {
  const amounts = child(detail, 'AmtDtls')
  const candidates = [child(detail, 'Amt'), child(child(amounts, 'TxAmt'), 'Amt'), child(child(amounts, 'InstdAmt'), 'Amt')]
  const said = candidates.find((one) => attribute(one, 'Ccy') === entry.currency)
  if (said === undefined) return undefined
  const direction = text(detail, 'CdtDbtInd') || (entry.amount < 0 ? 'DBIT' : 'CRDT')
  return readAmount(said, direction).amount
}

function readAmount(amount: Node, direction: string): { amount: number; currency: string } {
  const currency = attribute(amount, 'Ccy')
  // A decimal of XML may begin with a plus or with its point.
  const size = minorUnits(
    own(amount)
      .replace(/^\s*\+?(?=\.?\d)/, '')
      .replace(/^\./, '0.'),
    currency,
  )
  if (direction !== 'CRDT' && direction !== 'DBIT') throw new UnreadableStatement(`'${shown(direction)}' is neither credit nor debit.`)
  return { amount: direction === 'DBIT' && size !== 0 ? -size : size, currency }
}

/** The day as the bank wrote it, in its own time zone. */
function readDay(date: Node): string | undefined {
  const written = text(date, 'Dt') || text(date, 'DtTm')
  return written === '' ? undefined : requireDay(written.slice(0, 10))
}

function wordsOf(
  entry: Node,
  details: Node[],
  bankReference: string,
): Omit<ReadMovement, 'bookedOn' | 'valueOn' | 'amount' | 'currency' | 'isReversal'> {
  const direction = text(entry, 'CdtDbtInd')
  const [first] = details
  const parties = child(first, 'RltdPties')
  // A reversal has the parties of the payment that it takes back.
  const side = (direction === 'CRDT') !== isReversal(entry) ? 'Dbtr' : 'Cdtr'
  const id = child(child(parties, `${side}Acct`), 'Id')
  const remittances = details.map((detail) => child(detail, 'RmtInf'))
  const written = remittances.flatMap((remittance) => [
    ...list(remittance, 'Ustrd').map(own),
    ...list(remittance, 'Strd').flatMap((each) => [
      text(child(each, 'CdtrRefInf'), 'Ref'),
      ...list(each, 'RfrdDocInf').map((document) => text(document, 'Nb')),
      ...list(each, 'AddtlRmtInf').map(own),
    ]),
  ])
  const structured = remittances.flatMap((remittance) => list(remittance, 'Strd')).map((each) => text(child(each, 'CdtrRefInf'), 'Ref'))
  const refs = child(first, 'Refs')
  const more = [text(entry, 'AddtlNtryInf'), ...details.map((detail) => text(detail, 'AddtlTxInf'))]
  return {
    payer: tidyName(nameOf(child(parties, side)) || nameOf(child(parties, `Ultmt${side}`))),
    payerAccount: accountNumber(text(id, 'IBAN') || text(child(id, 'Othr'), 'Id')),
    text: tidy([...written, ...(written.length === 0 ? more : [])].filter((one) => one !== '').join(' ')),
    reference: referenceOf(structured.find((one) => one !== '') ?? '') || referenceOf(text(refs, 'EndToEndId')),
    bankReference: referenceOf(text(refs, 'AcctSvcrRef')) || bankReference,
  }
}

const nameOf = (party: Node) => text(party, 'Nm') || text(child(party, 'Pty'), 'Nm') || text(child(child(party, 'Agt'), 'FinInstnId'), 'Nm')
const codeOf = (balance: Node) => text(child(child(balance, 'Tp'), 'CdOrPrtry'), 'Cd')

/** Opening plus movements is closing, where the file has both in one currency. */
function addsUp(balances: Node[], movements: ReadMovement[]): boolean | undefined {
  const of = (...codes: string[]) =>
    balances.find((balance) => codes.includes(codeOf(balance)) && text(child(child(balance, 'Tp'), 'SubTp'), 'Cd') === '')
  const [opening, closing] = [of('OPBD') ?? of('PRCD'), of('CLBD')]
  if (opening === undefined || closing === undefined) return undefined
  const before = readAmount(child(opening, 'Amt'), text(opening, 'CdtDbtInd'))
  const after = readAmount(child(closing, 'Amt'), text(closing, 'CdtDbtInd'))
  if (before.currency !== after.currency || movements.some(({ currency }) => currency !== before.currency)) return undefined
  return before.amount + movements.reduce((sum, { amount }) => sum + amount, 0) === after.amount
}

function list(node: Node, name: string): Node[] {
  const found = typeof node === 'object' && Object.hasOwn(node, name) ? node[name] : undefined
  return found === undefined ? [] : Array.isArray(found) ? found : [found]
}
const child = (node: Node, name: string): Node => list(node, name)[0]
const own = (node: Node): string => (typeof node === 'string' ? decoded(node) : typeof node === 'object' ? own(child(node, '#text')) : '')
const text = (node: Node, name: string): string => own(child(node, name)).trim()
const attribute = (node: Node, name: string): string => text(node, `@${name}`)

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const LAST_SIGN = 0x10_ffff

/** Decodes the references that XML defines without a declaration, once; others stay unchanged. */
const decoded = (written: string) =>
  written.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (reference, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return signs[name.toLowerCase()]!
      const code = decimal === undefined ? parseInt(hex!, 16) : Number(decimal)
      return code > 0 && code <= LAST_SIGN ? String.fromCodePoint(code) : reference
    },
  )

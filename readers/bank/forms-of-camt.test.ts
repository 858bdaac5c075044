import { expect, test } from 'vitest'
import { readStatementFile } from './read-statement-file.ts'
import { UnreadableStatement } from './statement.ts'

const read = (file: string) => readStatementFile(new TextEncoder().encode(file), { currency: 'USD' }).statements
const movementOf = (file: string) => read(file)[0]!.movements[0]!

const entry = (details = '', { sign = 'CRDT', more = '', day = '<BookgDt><Dt>2026-11-24</Dt></BookgDt>' } = {}) =>
  `<Ntry><Amt Ccy="USD">10.00</Amt><CdtDbtInd>${sign}</CdtDbtInd>${more}<Sts><Cd>BOOK</Cd></Sts>${day}<NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry>`
const statement = (inside: string) => `<Stmt><Id>1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${inside}</Stmt>`
const message = (inside: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><CreDtTm>2026-11-27T01:00:00</CreDtTm></GrpHdr>${inside}</BkToCstmrStmt></Document>`
const file = (inside: string) => message(statement(inside))

test.each([
  ['an envelope of the network', (inner: string) => `<DataPDU><Body><AppHdr/>${inner}</Body></DataPDU>`],
  ['an envelope with a prefix', (inner: string) => `<s:Envelope xmlns:s="x"><s:Body>${inner}</s:Body></s:Envelope>`],
  ['no document', (inner: string) => inner.replace(/<\/?Document[^>]*>/g, '')],
])('a statement below %s is read', (_what, wrap) => {
  expect(read(wrap(file(entry())))).toHaveLength(1)
})

test.each([
  ['+10.5', 1_050],
  ['.5', 50],
  ['010.500', 1_050],
])('the amount %s, a decimal of XML', (written, amount) => {
  expect(movementOf(file(entry().replace('10.00', written))).amount).toBe(amount)
})

test('all documents of an envelope are read', () => {
  expect(read(`<Batch>${file(entry())}${file(entry())}</Batch>`)).toHaveLength(2)
})

test.each([
  [
    'its closing balance',
    '<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-24</Dt></Dt></Bal>',
  ],
  ['its last moment', '<FrToDt><FrDtTm>2026-11-24T00:00:00</FrDtTm><ToDtTm>2026-11-24T23:59:59</ToDtTm></FrToDt>'],
  ['its making', '<CreDtTm>2026-11-24T20:00:00</CreDtTm>'],
])('an entry without a day has the day of the statement: of %s', (_what, said) => {
  expect(movementOf(file(said + entry('', { day: '' }))).bookedOn).toBe('2026-11-24')
})

test('the day of the file is the last one that counts', () => {
  expect(movementOf(file(entry('', { day: '' }))).bookedOn).toBe('2026-11-27')
})

test.each([
  '<Dbtr><Pty><Nm>Ann Buyer</Nm></Pty></Dbtr>',
  '<UltmtDbtr><Nm>Ann Buyer</Nm></UltmtDbtr>',
  '<Dbtr><Pty/></Dbtr><UltmtDbtr><Pty><Nm>Ann Buyer</Nm></Pty></UltmtDbtr>',
])('the payer of %s', (parties) => {
  expect(movementOf(file(entry(`<RltdPties>${parties}<Cdtr><Nm>We</Nm></Cdtr></RltdPties>`))).payer).toBe('Ann Buyer')
})

test('the numbers of documents that a payment refers to are in its text', () => {
  const strd = `<RmtInf><Strd><RfrdDocInf><Nb>INV-2026-000012</Nb></RfrdDocInf><RfrdDocInf><Nb>INV-2026-000013</Nb></RfrdDocInf>
    <CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>`
  expect(movementOf(file(entry(strd)))).toMatchObject({
    text: 'RF18539007547034 INV-2026-000012 INV-2026-000013',
    reference: 'RF18539007547034',
  })
})

test.each(['true', '1'])('a reversal (%s) has the payer of the payment that it takes back', (said) => {
  const parties = '<RltdPties><Dbtr><Nm>Ann Buyer</Nm></Dbtr><Cdtr><Nm>We</Nm></Cdtr></RltdPties>'
  expect(movementOf(file(entry(parties, { sign: 'DBIT', more: `<RvslInd>${said}</RvslInd>` })))).toMatchObject({
    amount: -1_000,
    isReversal: true,
    payer: 'Ann Buyer',
  })
})

test.each(['<', '<a>', '<a b="">', 'a="" ', '&amp;', '<!--', '<![CDATA[', ']]>', '\n', '<Ntry/>'])(
  '300 kB of %j are read or refused once',
  (piece) => {
    for (const start of ['<Document>', '<Document ']) {
      expect(() => read(start + piece.repeat(300_000 / piece.length))).toThrow(UnreadableStatement)
    }
  },
)

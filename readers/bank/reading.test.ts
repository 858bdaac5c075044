import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprintsOf } from './fingerprint.ts'
import { readStatementFile } from './read-statement-file.ts'
import { minorUnits, UnreadableStatement, type ReadMovement } from './statement.ts'

const read = (file: string | Uint8Array, hints = {}) =>
  readStatementFile(typeof file === 'string' ? new TextEncoder().encode(file) : file, { currency: 'USD', account: 'DE00TEST', ...hints })
const movementsOf = (file: string | Uint8Array, hints = {}) => read(file, hints).statements.flatMap(({ movements }) => movements)
const refusal = (file: string | Uint8Array, hints = {}) => {
  try {
    return `read: ${JSON.stringify(read(file, hints))}`
  } catch (error) {
    if (error instanceof UnreadableStatement) return error.message
    throw error
  }
}

const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

type EntryParts = { amount?: string; ccy?: string; sign?: string; state?: string; more?: string; details?: string }
const entry = ({ amount = '10.00', ccy = 'USD', sign = 'CRDT', state = '<Sts>BOOK</Sts>', more = '', details = '' }: EntryParts = {}) => `
  <Ntry><Amt Ccy="${ccy}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${more}${state}
  <BookgDt><Dt>2026-11-24</Dt></BookgDt><ValDt><Dt>2026-11-25</Dt></ValDt>
  ${details === '' ? '' : `<NtryDtls>${details}</NtryDtls>`}</Ntry>`
const balance = (code: string, amount: string, sign = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd></Bal>`
const camt = (inside: string, version = '02', prefix = '') => {
  const message = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>S1</Id><Acct><Id><IBAN>DE89 3704 0044 0532 0130 00</IBAN></Id></Acct>${inside}</Stmt></BkToCstmrStmt></Document>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${prefix === '' ? message : message.replaceAll(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`).replace('xmlns=', `xmlns:${prefix}=`)}`
}

describe('camt.053', () => {
  const named = (version: string) =>
    camt(
      balance('OPBD', '100.00') +
        balance('CLBD', '110.00') +
        entry({
          state: version === '02' ? '<Sts>BOOK</Sts>' : '<Sts><Cd>BOOK</Cd></Sts>',
          more: '<AcctSvcrRef>BANK-1</AcctSvcrRef>',
          details: `<TxDtls><Refs><EndToEndId>E2E-7</EndToEndId></Refs><Amt Ccy="USD">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
            <RltdPties><Dbtr>${version === '02' ? '<Nm>M&#252;ller &amp; Co</Nm>' : '<Pty><Nm>M&#252;ller &amp; Co</Nm></Pty>'}</Dbtr>
            <DbtrAcct><Id><IBAN>GB29NWBK60161331926819</IBAN></Id></DbtrAcct></RltdPties>
            <RmtInf><Ustrd>Order O-000123,</Ustrd><Ustrd>thank you</Ustrd></RmtInf></TxDtls>`,
        }),
      version,
    )

  test.each(['02', '04', '06', '08', '10', '13'])('version %s: who paid what, and why', (version) => {
    const { format, statements } = read(named(version))

    expect(format).toBe('camt.053')
    expect(statements).toEqual([
      {
        account: 'DE89370400440532013000',
        pending: 0,
        addsUp: true,
        movements: [
          {
            bookedOn: '2026-11-24',
            valueOn: '2026-11-25',
            amount: 1_000,
            currency: 'USD',
            payer: 'Müller & Co',
            payerAccount: 'GB29NWBK60161331926819',
            text: 'Order O-000123, thank you',
            reference: 'E2E-7',
            bankReference: 'BANK-1',
            isReversal: false,
          },
        ],
      },
    ])
  })

  test('with prefixed names, in UTF-16 and in ISO-8859-1', () => {
    expect(movementsOf(camt(entry(), '08', 'ns2'))).toHaveLength(1)
    const utf16 = Buffer.from(`\ufeff${camt(entry()).replace('UTF-8', 'UTF-16')}`, 'utf16le')
    expect(movementsOf(utf16)).toHaveLength(1)
    const file = camt(entry({ details: '<TxDtls><RltdPties><Dbtr><Nm>Möbel</Nm></Dbtr></RltdPties></TxDtls>' }))
    expect(movementsOf(latin1(file.replace('UTF-8', 'ISO-8859-1')))[0]!.payer).toBe('Möbel')
  })

  test('a structured creditor reference counts before the end-to-end id', () => {
    const details = `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`
    expect(movementsOf(camt(entry({ details })))[0]).toMatchObject({ reference: 'RF18539007547034', text: 'RF18539007547034' })
  })

  const part = (amount: string, text: string, sign = 'CRDT') =>
    `<TxDtls><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`

  test('an entry with several payments becomes these, where they have all of its money', () => {
    const batch = entry({
      amount: '30.00',
      more: '<AcctSvcrRef>B</AcctSvcrRef>',
      details: part('10.00', 'one') + part('25.00', 'two') + part('5.00', 'back', 'DBIT'),
    })
    expect(movementsOf(camt(batch)).map(({ amount, text }) => [amount, text])).toEqual([
      [1_000, 'one'],
      [2_500, 'two'],
      [-500, 'back'],
    ])
  })

  test('and stays one movement with all their words where they have not', () => {
    const batch = entry({ amount: '31.00', details: part('10.00', 'one') + part('20.00', 'two') })
    expect(movementsOf(camt(batch)).map(({ amount, text }) => [amount, text])).toEqual([[3_100, 'one two']])
  })

  test('a payment in another currency keeps the amount and currency of the account', () => {
    const details = `<TxDtls><AmtDtls><InstdAmt><Amt Ccy="EUR">9.20</Amt></InstdAmt><TxAmt><Amt Ccy="USD">10.00</Amt></TxAmt></AmtDtls></TxDtls>`
    expect(movementsOf(camt(entry({ details })))[0]).toMatchObject({ amount: 1_000, currency: 'USD' })
    expect(movementsOf(camt(entry({ amount: '5000', ccy: 'JPY' })))[0]).toMatchObject({ amount: 5_000, currency: 'JPY' })
    expect(movementsOf(camt(entry({ amount: '1.234', ccy: 'KWD' })))[0]).toMatchObject({ amount: 1_234, currency: 'KWD' })
  })

  test('a reversal has the sign of its own entry and is marked', () => {
    const back = entry({ sign: 'DBIT', more: '<RvslInd>true</RvslInd>' })
    expect(movementsOf(camt(back))[0]).toMatchObject({ amount: -1_000, isReversal: true })
  })

  test('what is announced only is counted and left out', () => {
    const file = camt(entry() + entry({ state: '<Sts>PDNG</Sts>' }) + entry({ state: '<Sts><Cd>INFO</Cd></Sts>' }))
    expect(read(file).statements[0]).toMatchObject({ pending: 2, movements: [{ amount: 1_000 }] })
  })

  test('the bank’s day stays the bank’s day in every time zone', () => {
    const at = (time: string) => camt(entry().replace('<Dt>2026-11-24</Dt>', `<DtTm>${time}</DtTm>`))
    for (const time of ['2026-11-24T23:59:59+14:00', '2026-11-24T00:00:00-11:00', '2026-11-24T12:00:00Z']) {
      expect(movementsOf(at(time))[0]!.bookedOn).toBe('2026-11-24')
    }
  })

  test('balances that do not agree with the movements are noticed', () => {
    const edited = camt(balance('OPBD', '100.00') + balance('CLBD', '120.00') + entry())
    expect(read(edited).statements[0]!.addsUp).toBe(false)
    expect(read(camt(balance('OPBD', '5.00', 'DBIT') + balance('CLBD', '5.00') + entry())).statements[0]!.addsUp).toBe(true)
    expect(read(camt(entry())).statements[0]!.addsUp).toBeUndefined()
  })

  test('a file of many entries and references, whose references are decoded once', () => {
    const details = '<TxDtls><RltdPties><Dbtr><Nm>A &amp;amp; B &#x41;&#65;&apos;</Nm></Dbtr></RltdPties></TxDtls>'
    const movements = movementsOf(camt(entry({ details }).repeat(1_500)))
    expect(movements).toHaveLength(1_500)
    expect(movements.at(-1)!.payer).toBe("A &amp; B AA'")
  })

  test('a file that is cut off anywhere is refused', () => {
    const file = named('08')
    const end = file.indexOf('</Document>')
    for (let at = file.indexOf('<Document') + 1; at < end; at += 7) expect(refusal(file.slice(0, at))).not.toMatch(/^read/)
  })

  test.each([
    ['a bomb of entities', `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><Document>&b;</Document>`],
    ['a file of the server', `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document>&x;</Document>`],
    ['a bomb in lower case', `<!doctype d><Document/>`],
    ['nesting without end', `<Document>${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}</Document>`],
    ['names of prototypes', `<Document><BkToCstmrStmt><Stmt><__proto__><x/></__proto__><constructor/></Stmt></BkToCstmrStmt></Document>`],
    ['another XML file', `<html><body>Hello</body></html>`],
    ['no account', camt(entry()).replace(/<Acct>.*?<\/Acct>/s, '')],
    ['an amount with letters', camt(entry({ amount: '1O.00' }))],
    ['a negative amount', camt(entry({ amount: '-10.00' }))],
    ['an amount of many digits', camt(entry({ amount: '9'.repeat(40) }))],
    ['half a cent', camt(entry({ amount: '0.005' }))],
    ['a currency that is none', camt(entry({ ccy: 'US' }))],
    ['neither credit nor debit', camt(entry({ sign: 'BOTH' }))],
    ['no day', camt(entry().replaceAll(/<(BookgDt|ValDt)>.*?<\/\1>/gs, ''))],
    ['February 30', camt(entry().replace('2026-11-24', '2026-02-30'))],
  ])('%s is refused with a sentence', (_what, file) => {
    expect(refusal(file)).toMatch(/^[A-Z].*\.$/s)
    expect(refusal(file)).not.toMatch(/^read/)
  })

  test('words that could break a page or a database are made harmless or stay words', () => {
    const details =
      '<TxDtls><RltdPties><Dbtr><Nm>&lt;script&gt;alert(1)&lt;/script&gt;</Nm></Dbtr></RltdPties><RmtInf><Ustrd>a&#8;b\n\n c</Ustrd></RmtInf></TxDtls>'
    const [movement] = movementsOf(camt(entry({ details })))
    expect(movement!.payer).toBe('<script>alert(1)</script>')
    expect(movement!.text).toBe('a b c')
  })
})

const MT = `:20:STARTUMS
:25:37040044/0532013000
:28C:00001/001
:60F:C261120USD1000,00
:61:2611231123CR1234,56N166NONREF//BANKREF1
:86:166?00CREDIT?109249?20EREF+RF18539007547034?21SVWZ+Invoice O-000123 te
?22il 2?30COBADEFFXXX?31DE89370400440532013000?32Example Buyer?33 Ltd?34992
:61:2611241124RD10,00N062NONREF
:86:FREE TEXT line one
line two: with colon
:62F:C261124USD2244,56
-`.replaceAll('\n', '\r\n')

describe('MT940', () => {
  test('as German banks write it, with a bank reference and a reversed debit', () => {
    const { format, statements } = read(MT)

    expect(format).toBe('mt940')
    expect(statements).toHaveLength(1)
    expect(statements[0]).toMatchObject({ account: '37040044/0532013000', addsUp: true, pending: 0 })
    expect(statements[0]!.movements).toEqual([
      {
        bookedOn: '2026-11-23',
        valueOn: '2026-11-23',
        amount: 123_456,
        currency: 'USD',
        payer: 'Example Buyer Ltd',
        payerAccount: 'DE89370400440532013000',
        text: 'Invoice O-000123 teil 2',
        reference: 'RF18539007547034',
        bankReference: 'BANKREF1',
        isReversal: false,
      },
      expect.objectContaining({ amount: 1_000, isReversal: true, text: 'FREE TEXT line one line two: with colon', bankReference: '' }),
    ])
  })

  test('in the blocks of the network, over New Year, with words between slashes', () => {
    const file = `{1:F01BANKDEFFXXXX0000000000}{2:I940BANKDEFFXXXXN}{4:
:20:X
:25:DE89370400440532013000
:28C:5/1
:60M:C261231EUR0,
:61:2612310101D5,NCHKREF1//B
supplementary
:86:/EREF/E-1//CNTP/NL91ABNA0417164300/ABNANL2A/Payer BV///REMI/USTD//Order O-5/
:62M:D261231EUR5,
-}{5:{CHK:123}}`
    expect(movementsOf(file)).toEqual([
      expect.objectContaining({
        bookedOn: '2027-01-01',
        valueOn: '2026-12-31',
        amount: -500,
        currency: 'EUR',
        payer: 'Payer BV',
        payerAccount: 'NL91ABNA0417164300',
        text: 'Order O-5',
        reference: 'E-1',
        bankReference: 'B',
      }),
    ])
  })

  test('several statements of one file, each of its account', () => {
    const second = MT.replace('37040044/0532013000', 'ANOTHER')
    expect(read(`${MT}\r\n${second}`).statements.map(({ account }) => account)).toEqual(['37040044/0532013000', 'ANOTHER'])
  })

  test('in Windows-1252', () => {
    expect(movementsOf(latin1(MT.replace('Example Buyer', 'Möbel')))[0]!.payer).toBe('Möbel Ltd')
  })

  test('a line that was taken out is noticed by the balances', () => {
    expect(read(MT.replace(/:61:26112411.*?(?=:62F:)/s, '')).statements[0]!.addsUp).toBe(false)
  })

  test('a file that is cut off anywhere is refused', () => {
    for (let at = 24; at < MT.indexOf(':62F:') + 12; at += 3) expect(refusal(MT.slice(0, at)), MT.slice(0, at)).not.toMatch(/^read/)
  })

  test.each([
    ['an amount without digits', MT.replace('1234,56', 'ABC')],
    ['month 13', MT.replace(':61:2611231123', ':61:2613231123')],
    ['no beginning', MT.replace(/:60F:.*\r\n/, '')],
  ])('%s is refused with its line', (_what, file) => {
    expect(refusal(file)).toMatch(/^(?:Line \d|This statement)/)
  })
})

describe('CSV', () => {
  test('as German banks write it, below a preamble', () => {
    const file = `"Kontonummer:";"DE89370400440532013000"\n\n"Buchungstag";"Valuta";"Auftraggeber/Empfänger";"Verwendungszweck";"Betrag";"Währung"\n"24.11.2026";"25.11.2026";"Möbel; Co";"O-000123 ""eilig""";"1.234,56";"USD"\n"24.11.26";"";"Bank";"Gebühr";"-3,00";"USD"\n`
    expect(movementsOf(latin1(file))).toEqual([
      expect.objectContaining({
        bookedOn: '2026-11-24',
        valueOn: '2026-11-25',
        amount: 123_456,
        text: 'O-000123 "eilig"',
        currency: 'USD',
      }),
      expect.objectContaining({ bookedOn: '2026-11-24', valueOn: null, amount: -300 }),
    ])
  })

  test('as American banks write it, with credits and debits apart', () => {
    const file = 'Date,Description,Paid out,Paid in\n11/24/2026,"Deposit O-000123","","1,234.56"\n11/25/2026,Fee,3.00,\n'
    expect(movementsOf(file).map(({ bookedOn, amount }) => [bookedOn, amount])).toEqual([
      ['2026-11-24', 123_456],
      ['2026-11-25', -300],
    ])
  })

  test.each([
    ['(1,234.56)', -123_456],
    ['1,234.56-', -123_456],
    ['-1234.56', -123_456],
    ['−1234.56', -123_456],
    ['+1234.56', 123_456],
    ['$1,234.56', 123_456],
    ["1'234.56", 123_456],
    ['1 234,56', 123_456],
    ['1234', 123_400],
  ])('the amount %s', (written, amount) => {
    expect(movementsOf(`Date;Amount\n2026-11-24;"${written}"\n`)[0]!.amount).toBe(amount)
  })

  test('a direction of its own, an account of its own, and the guard of our own files', () => {
    const file = `Date,Amount,Debit/Credit,Account,Description\n2026-11-24,5.00,D,A1,'=HYPERLINK(1)\n2026-11-24,6.00,C,A2,x\n`
    expect(read(file).statements.map(({ account, movements }) => [account, movements[0]!.amount, movements[0]!.text])).toEqual([
      ['A1', -500, '=HYPERLINK(1)'],
      ['A2', 600, 'x'],
    ])
  })

  test('days that could be meant in two ways are asked about', () => {
    const file = 'Date,Amount\n03/04/2026,5.00\n05/06/2026,6.00\n'
    expect(refusal(file)).toContain('day or with the month first')
    expect(movementsOf(file, { dates: 'day-first' })[0]!.bookedOn).toBe('2026-04-03')
    expect(movementsOf(file, { dates: 'month-first' })[0]!.bookedOn).toBe('2026-03-04')
  })

  test.each([
    ['amounts that could be meant in two ways', 'Date,Amount\n2026-11-24,"1,234"\n'],
    ['amounts in both spellings', 'Date;Amount\n2026-11-24;"1.234,56"\n2026-11-24;"1,234.56"\n'],
    ['no titles', '2026-11-24,5.00\n'],
    ['a row that was cut off', 'Date,Amount,Text\n2026-11-24,5.00,a\n2026-11\n'],
    ['a quotation mark that was cut off', 'Date,Amount,Text\n2026-11-24,5.00,"abc'],
    ['no rows', 'Date,Amount\n'],
    ['a row without amount', 'Date,Amount\n2026-11-24,5.00\n2026-11-24,\n'],
    ['a day that is none', 'Date,Amount\n2026-11-31,5.00\n'],
    ['a PDF', '%PDF-1.7'],
    ['a ZIP', 'PK\u0003\u0004'],
    ['nothing', ''],
  ])('%s: refused with a sentence', (_what, file) => {
    expect(refusal(file)).toMatch(/\.$/)
    expect(refusal(file)).not.toMatch(/^read/)
  })
})

test('no bytes at all break the reader: they are read or refused with a sentence', () => {
  const alphabet = fc.constantFrom(
    ...`<>&;:,."'\n\r{}/?-+ABCDRN0123456789 Date;Amount`,
    ':61:',
    ':20:',
    ':86:',
    '<Ntry>',
    '</Ntry>',
    '<![CDATA[',
    'ä',
    '\u0000',
  )
  fc.assert(
    fc.property(fc.array(alphabet, { maxLength: 200 }), (pieces) => {
      expect(refusal(pieces.join('')).length).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
})

test('amounts are exact to the cent, however large', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (cents) => {
      const decimal = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
      expect(minorUnits(decimal, 'USD')).toBe(cents)
    }),
  )
})

describe('a movement in two statements is known by its fingerprint (78)', () => {
  const payment = (fields: Partial<ReadMovement> = {}): ReadMovement => ({
    bookedOn: '2026-11-24',
    valueOn: null,
    amount: 1_000,
    currency: 'USD',
    payer: 'A',
    payerAccount: '',
    text: 'rent',
    reference: '',
    bankReference: '',
    isReversal: false,
    ...fields,
  })

  test('equal payments of one day are told apart, and are the same ones in the next file', () => {
    const first = fingerprintsOf('X', [payment(), payment(), payment({ amount: 2_000 })])
    expect(new Set(first).size).toBe(3)
    expect(fingerprintsOf('X', [payment({ bookedOn: '2026-11-23' }), payment(), payment()]).slice(1)).toEqual(first.slice(0, 2))
  })

  test('the bank’s reference counts more than words that it changes', () => {
    const one = fingerprintsOf('X', [payment({ bankReference: 'B1', text: 'before' })])
    expect(fingerprintsOf('X', [payment({ bankReference: 'B1', text: 'after' })])).toEqual(one)
    expect(fingerprintsOf('Y', [payment({ bankReference: 'B1' })])).not.toEqual(one)
    expect(fingerprintsOf('X', [payment({ bankReference: 'B1', amount: -1_000 })])).not.toEqual(one)
  })

  test('days of any overlapping files together have each movement once', () => {
    const day = fc.record({
      bookedOn: fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'),
      amount: fc.constantFrom(100, 200),
    })
    fc.assert(
      fc.property(fc.array(day, { maxLength: 30 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), (days, until, from) => {
        const all = days.map((each) => payment(each)).toSorted((a, b) => a.bookedOn.localeCompare(b.bookedOn))
        const upTo = all.filter(({ bookedOn }) => bookedOn <= `2026-11-0${Math.max(until, from)}`)
        const since = all.filter(({ bookedOn }) => bookedOn >= `2026-11-0${Math.min(until, from)}`)
        const kept = new Set([...fingerprintsOf('X', upTo), ...fingerprintsOf('X', since)])
        expect(kept).toEqual(new Set(fingerprintsOf('X', all)))
      }),
    )
  })
})

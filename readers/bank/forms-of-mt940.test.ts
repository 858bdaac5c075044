import { expect, test } from 'vitest'
import { readStatementFile } from './read-statement-file.ts'
import { UnreadableStatement } from './statement.ts'

const read = (file: string) => readStatementFile(new TextEncoder().encode(file), { currency: 'USD' })
const movementsOf = (file: string) => read(file).statements.flatMap(({ movements }) => movements)
const refusal = (file: string) => {
  try {
    return `read: ${JSON.stringify(read(file))}`
  } catch (error) {
    if (error instanceof UnreadableStatement) return error.message
    throw error
  }
}

type Parts = { account?: string; opening?: string; entries?: string; closing?: string }
const statement = ({
  account = ':25:12345678/0001234567',
  opening = 'C261101USD1000,00',
  entries = ':61:2611251125C10,50NTRFNONREF//B1\n:86:O-000123',
  closing = 'C261130USD1010,50',
}: Parts = {}) => `:20:STARTUMS\n${account}\n:28C:1/1\n:60F:${opening}\n${entries}\n:62F:${closing}\n-\n`

test.each([
  ['10,50', 1_050],
  ['10.50', 1_050],
  ['1.010,50', 101_050],
  ['1,010.50', 101_050],
  ['000000010,5', 1_050],
  ['1.234.567,', 123_456_700],
])('of the amount %s the last of point and comma separates the decimals', (written, amount) => {
  expect(movementsOf(statement({ entries: `:61:2611251125C${written}NTRFNONREF` }))[0]!.amount).toBe(amount)
})

test.each(['1.010', '1,010', '1.01.050', '10,505'])('the amount %s has two readings or none, and is refused with its line', (written) => {
  expect(refusal(statement({ entries: `:61:2611251125C${written}NTRFNONREF` }))).toMatch(/^Line 5: /)
})

test.each([
  ['envelopes of a bank before and between statements', `BANKXX2A\n940\nBANKXX2A\n${statement()}BANKXX2A\n940\n${statement()}`, 2],
  [
    'a line of the network before, and an end with letters',
    `0000 01BANKXX2AXXXX00001\n940 00\n${statement().replace('\n-\n', '\n-XXX\n')}`,
    1,
  ],
  ['the number of the message as a field', `:940:\n${statement()}`, 1],
  ['blocks of the network', `{1:F01BANKXX2AXXXX0000000000}{2:I940BANKXX2AXXXXN}{4:\n${statement().replace('\n-\n', '\n-}')}`, 1],
  [
    'two messages in blocks, one after the other',
    `{1:F01A}{4:\n${statement().replace('\n-\n', '\n-}{5:{CHK:1}}{1:F01A}{2:I940}{4:\n')}${statement()}`,
    2,
  ],
])('%s', (_what, file, count) => {
  expect(read(file).statements).toHaveLength(count)
  expect(read(file).statements.every(({ addsUp, movements }) => addsUp && movements[0]!.text === 'O-000123')).toBe(true)
})

test('a value date of 30 February is its last day, and only the booking day matters', () => {
  const entries = ':61:2602300302C10,50NTRFNONREF'
  expect(movementsOf(statement({ entries }))[0]).toMatchObject({ bookedOn: '2026-03-02', valueOn: '2026-02-28' })
  expect(refusal(statement({ entries: ':61:2611310302C10,50NTRFNONREF' }))).toContain('is no day')
})

test.each([
  ['an entry day that is blank', ':61:261125    C10,50NTRFNONREF//B1\n:86:O-000123'],
  ['no entry day', ':61:261125C10,50NTRFNONREF//B1\n:86:O-000123'],
  ['the third letter of the currency', ':61:2611251125CD10,50NTRFNONREF//B1\n:86:O-000123'],
  ['a break before the amount', ':61:2611251125C\n10,50NTRFNONREF//B1\n:86:O-000123'],
  ['a break in the amount', ':61:2611251125C10,\n50NTRFNONREF//B1\n:86:O-000123'],
  ['a break in the type', ':61:2611251125C10,50N\nTRFNONREF//B1\n:86:O-000123'],
  ['a second text that goes on', ':61:2611251125C10,50NTRFNONREF//B1\n:86:O-\n:86:000123'],
  ['a narrative as a field', ':61:2611251125C10,50NTRFNONREF//B1\n:NS:01O-000123\n17CREDIT'],
  ['blanks between the parts', ':61:2611251125 C 10,50 NTRFNONREF//B1\n:86:O-000123'],
  ['numbered words without a code', ':61:2611251125C10,50NTRFNONREF//B1\n:86:?20O-000123?32ACME'],
  ['marks of another bank', ':61:2611251125C10,50S073NONREF//B1\n:86:073~00CREDIT\n~20O-000123~32ACME'],
])('%s', (_what, entries) => {
  const [movement] = movementsOf(statement({ entries }))
  expect(movement).toMatchObject({ bookedOn: '2026-11-25', amount: 1_050, bankReference: 'B1' })
  expect(movement!.text.replaceAll(' ', '')).toBe('O-000123')
})

test('an amount that is broken without a type is refused', () => {
  expect(refusal(statement({ entries: ':61:2611251125C10,\n50\n:86:x' }))).toMatch(/^Line 5: .* is no movement/)
})

test('a narrative of the statement is no part of the account', () => {
  const file = statement({ account: ':25:12345678/0001234567\n:NS:22ACME GMBH\n23ACCOUNT' })
  expect(read(file).statements[0]).toMatchObject({ account: '12345678/0001234567', addsUp: true })
})

test.each([':20:44 clock', ':25:00 at night', ':61:30 left', ':64:1', ':62F: left', ':99:x', ':28:11'])(
  'a line of a text that looks like a field, %s, is text',
  (line) => {
    const entries = `:61:2611251125C10,50NTRFNONREF//B1\n:86:Paid at\n${line}\nO-000123`
    expect(movementsOf(statement({ entries }))).toEqual([expect.objectContaining({ text: `Paid at ${line} O-000123` })])
  },
)

test('a dash on a line of its own within a text ends nothing', () => {
  const entries = ':61:2611251125C10,50NTRFNONREF//B1\n:86:a\n-\nO-000123'
  expect(movementsOf(statement({ entries }))[0]!.text).toBe('a - O-000123')
})

test('several pages are read as one after the other, also where the next has no beginning', () => {
  const page = ':20:A\n:25:B\n:28C:1/1\n:60F:C261101USD1000,00\n:61:2611251125C10,50NTRFNONREF\n:86:one\nmore\n:62M:C261125USD1010,50\n'
  const next = ':60M:C261125USD1010,50\n:61:2611251125C1,00NTRFNONREF\n:86:two\nmore\n:62F:C261130USD1011,50\n-\n'
  expect(movementsOf(page + next).map(({ text }) => text)).toEqual(['one more', 'two more'])
  expect(movementsOf(`${page}-\n:20:A\n:25:B\n:28C:1/2\n${next}`).map(({ text }) => text)).toEqual(['one more', 'two more'])
})

test.each(['EC', 'ED'])('an expected movement (%s) is counted and not booked', (mark) => {
  const entries = `:61:2611251125${mark}99,00NTRFNONREF\n:86:O-000009\n:61:2611251125C10,50NTRFNONREF\n:86:O-000123`
  expect(read(statement({ entries })).statements).toEqual([
    expect.objectContaining({ pending: 1, addsUp: true, movements: [expect.objectContaining({ text: 'O-000123' })] }),
  ])
})

test('a block of announced movements without balances is counted, and the rest is read', () => {
  const interim =
    ':20:STARTDISPE\n:25:12345678/0001234567\n:28C:1/1\n:34F:USD0,00\n:13:2611280930\n:61:2611281128C99,00NTRFNONREF\n:86:x\n:90C:1USD99,00\n-\n'
  expect(read(statement() + interim).statements.map(({ pending, movements }) => [pending, movements.length])).toEqual([
    [0, 1],
    [1, 0],
  ])
  expect(read(interim).statements).toEqual([expect.objectContaining({ pending: 1, movements: [] })])
  expect(
    refusal(
      interim
        .replace(/:34F:.*\n:13:.*\n/, '')
        .replace(/:90C:.*\n/, '')
        .replace('STARTDISPE', 'X'),
    ),
  ).toContain('no opening balance')
})

test('forints have two places', () => {
  const file = statement({ opening: 'C261101HUF1000,50', entries: ':61:2611251125C250,25NTRFNONREF', closing: 'C261130HUF1250,75' })
  expect(read(file).statements[0]).toMatchObject({ addsUp: true, movements: [{ amount: 25_025, currency: 'HUF' }] })
})

test('the account of the other side may stand below the movement, and a mark within a text belongs to it', () => {
  const entries = ':61:2611251125C10,50NTRFNONREF\nNL91ABNA0417164300\n:86:166?20Really??21yes?32ACME'
  expect(movementsOf(statement({ entries }))[0]).toMatchObject({ payerAccount: 'NL91ABNA0417164300', text: 'Really?yes', payer: 'ACME' })
})

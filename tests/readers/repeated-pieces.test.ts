import pino from 'pino'
import { expect, test } from 'vitest'
import { openReaders } from '#server/platform/reading/open-readers.ts'
import { readers as kinds, type Kind } from '#readers/readers.ts'
import { askSampleShop } from './kinds.ts'

const BYTES = 300_000
const SIGNS = ['<', '>', '(', '"', "'", ',', ';', ' ', '\t', '\n', '\r\n', '-', '=', '1', 'a', '\u00a0']
const PIECES = [...SIGNS, '<style>', '<!--', 'a=""', '<c r="A1" s="1"/>', ':61:', '1,', '. ', '<blockquote>', '&#x110000;', 'On 1\n']
const STATEMENT = ':20:STARTUMS\r\n:25:12030000/0000202051\r\n:28C:1/1\r\n:60F:C261123EUR1000,00\r\n:61:2611241124C80,00NTRF'
/** Valid beginnings of each kind, behind which a piece is repeated, too. */
const BEGINNINGS: Partial<Record<string, string[]>> = {
  statement: [
    'Date;Amount;Text\n2026-11-24;1,00;',
    STATEMENT,
    `${STATEMENT}NONREF\r\n:86:166?20EREF+`,
    '<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Ntry>',
  ],
  list: ['Part number,Quantity\nTCB-5512-4K,2000\n', 'TCB-5512-4K 2000 x '],
  mail: [
    'From: buyer@example.com\r\nContent-Type: text/plain\r\n\r\nTCB-5512-4K 2000\r\n',
    'From: buyer@example.com\r\nContent-Type: text/html\r\n\r\n<table><tr><td>TCB-5512-4K</td><td>2000</td></tr>',
    'From: buyer@example.com\r\nSubject: ',
  ],
  mailHead: ['Authentication-Results: mx.example.com; dmarc=pass '],
  cxml: ['<?xml version="1.0"?><cXML payloadID="1"><Header>', '<?xml version="1.0"?><cXML '],
}
/** What a kind is told besides the bytes. */
const OPTIONS: Partial<Record<string, unknown>> = {
  statement: { currency: 'EUR', account: 'DE02120300000000202051' },
  cxmlHeader: { isWhole: true },
}

const readers = openReaders(pino({ level: 'silent' }))

/** Whether the reader met its limit of processor time. Each file has an owner of its own, so that none waits for another. */
const isTooSlow = (kind: Kind, owner: string, text: string): Promise<boolean> =>
  readers.read({ kind, owner, bytes: Buffer.from(text), options: OPTIONS[kind] as never, ask: askSampleShop }).then(
    () => false,
    (error: { reason?: string }) => error.reason === 'too-slow',
  )

const tried = (Object.keys(kinds) as Kind[]).flatMap((kind) =>
  ['', ...(BEGINNINGS[kind] ?? [])].map((beginning, place) => ({ kind, beginning, place })),
)

test.each(tried)(
  'a $kind of 300 kB of one piece, behind beginning $place, does not bring its reader to the limit',
  async ({ kind, beginning }) => {
    const slow: string[] = []
    for (const piece of PIECES) {
      const name = `${kind}: ${beginning}${piece}`
      const text = beginning + piece.repeat(BYTES / piece.length)
      if (await isTooSlow(kind, name, text)) slow.push(name)
    }
    expect(slow).toEqual([])
  },
)

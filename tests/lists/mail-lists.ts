import { utf16be, utf8, windows1252 } from './encodings.ts'
import { pick, right, type Answer, type Asked, type ListFile } from './right-answers.ts'

const grouped = (pieces: number, separator: string) => String(pieces).replace(/\B(?=(\d{3})+$)/g, separator)

/** What stands around the lines of a mail, by language. */
const frames = {
  en: [
    [
      'From: Purchasing <purchasing@example.com>',
      'Sent: Thursday, 12 March 2026 10:20',
      'To: sales@example.org',
      'Subject: Request for quotation',
      'Dear Sir or Madam,',
      'please quote the following parts:',
    ],
    [
      'Please include the lead time.',
      'Kind regards,',
      'Purchasing',
      'Example Displays Ltd',
      'Tel: +44 20 7946 0123',
      'purchasing@example.com',
    ],
  ],
  de: [
    [
      'Von: Einkauf <einkauf@example.com>',
      'Gesendet: Donnerstag, 12. März 2026 10:20',
      'An: sales@example.org',
      'Betreff: Anfrage',
      'Sehr geehrte Damen und Herren,',
      'bitte bieten Sie uns an:',
    ],
    ['Lieferung bitte bis Ende Mai.', 'Mit freundlichen Grüßen', 'Einkauf', 'Beispiel Anzeigen GmbH', 'Telefon: 030 1234567'],
  ],
  fr: [
    [
      'De : Achats <achats@example.com>',
      'Envoyé : jeudi 12 mars 2026 10:20',
      'À : sales@example.org',
      'Objet : Demande de prix',
      'Bonjour,',
      'veuillez nous faire une offre pour :',
    ],
    ['Merci de préciser le délai.', 'Cordialement,', 'Service achats', 'Tél : 01 23 45 67 89'],
  ],
  es: [
    ['De: Compras <compras@example.com>', 'Asunto: Solicitud de oferta', 'Buenos días,', 'necesitamos lo siguiente:'],
    ['Un saludo,', 'Compras', 'Tel. 912 345 678'],
  ],
  it: [
    ['Da: Acquisti <acquisti@example.com>', 'Oggetto: Richiesta di offerta', 'Buongiorno,', 'vorremmo un’offerta per:'],
    ['Cordiali saluti', 'Ufficio acquisti', 'Tel. 02 1234567'],
  ],
  pl: [
    ['Od: Zakupy <zakupy@example.com>', 'Temat: Zapytanie ofertowe', 'Dzień dobry,', 'prosimy o ofertę na:'],
    ['Pozdrawiam', 'Dział zakupów', 'tel. 22 123 45 67'],
  ],
} as const

type Way = (asked: Asked) => string
const ways: Record<string, Way> = {
  bullets: ({ number, pieces }) => `- ${pieces} x ${number}`,
  label: ({ number, pieces }) => `${number}, qty ${pieces}`,
  brackets: ({ number, pieces }) => `${number} (${pieces})`,
  off: ({ number, pieces }) => `${grouped(pieces, ',')} off ${number}`,
  before: ({ number, pieces }) => `${pieces} ${number}`,
  thousands: ({ number, pieces }) => (pieces % 500 === 0 ? `${number} ${pieces / 1_000}k` : `${number} ${pieces}`),
  pieces: ({ number, pieces }) => `${grouped(pieces, ' ')} pcs ${number}`,
  numbered: ({ number, pieces }) => `• ${number}: ${grouped(pieces, ' ')} Stück`,
  names: ({ name, pieces }) => `${pieces} x ${name}`,
  semicolons: ({ name, pieces }) => `${name}; ${pieces}`,
  apostrophes: ({ number, pieces }) => `${number} - ${grouped(pieces, "'")} Stk.`,
  quoted: ({ number, pieces }) => `> ${number} x ${grouped(pieces, ',')}`,
  tab: ({ number, pieces, designators }) => (designators.startsWith('U') ? `${number}\t${pieces}` : `${number} x ${pieces}`),
}

function mail(language: keyof typeof frames, way: keyof typeof ways, first: number, encode = utf8): ListFile {
  const asked = pick(first, 7)
  const [above, below] = frames[language]
  const lines = asked.map((one) => ways[way]!(one)) // one of them
  return {
    dialect: 'Mail',
    file: `mail-${language}-${way}.txt`,
    bytes: encode([...above, '', ...lines, '', ...below, ''].join('\r\n')),
    answers: [...notRead(above), ...right(asked), ...notRead(below)],
  }
}

const notRead = (texts: readonly string[]): Answer[] => texts.map((text) => ['not read', text])

function note(way: keyof typeof ways, first: number, around: { above?: string[]; below?: string[] } = {}): ListFile {
  const asked = pick(first, 8)
  const { above = [], below = [] } = around
  return {
    dialect: 'Text',
    file: `text-${way}.txt`,
    bytes: utf8([...above, ...asked.map((one) => ways[way]!(one)), ...below].join('\n')), // one of them
    answers: [...notRead(above), ...right(asked), ...notRead(below)],
  }
}

/** A mail that holds cells copied from a spreadsheet. */
function mailWithCells(): ListFile {
  const asked = pick(95, 8)
  const [above, below] = frames.en
  const cells = [['Part', 'Qty', 'Needed by'].join('\t'), ...asked.map(({ number, pieces }) => `${number}\t${grouped(pieces, ',')}\tMay`)]
  return {
    dialect: 'Mail',
    file: 'mail-en-cells.txt',
    bytes: utf8([...above.slice(4), ...cells, ...below.slice(1)].join('\n')),
    answers: [...notRead(above.slice(4)), ...right(asked), ...notRead(below.slice(1))],
  }
}

/** Pasted mails and notes. */
export const mailLists = (): ListFile[] => [
  mail('en', 'bullets', 70),
  mail('en', 'label', 71),
  mail('en', 'brackets', 72),
  mail('en', 'quoted', 73),
  mail('en', 'off', 74),
  mail('de', 'numbered', 75, windows1252),
  mail('de', 'apostrophes', 76, utf16be),
  mail('fr', 'pieces', 77, windows1252),
  mail('es', 'names', 78),
  mail('it', 'before', 79),
  mail('pl', 'bullets', 80),
  mailWithCells(),
  note('thousands', 81, { above: ['Boards'], below: ['Page 1 of 1'] }),
  note('names', 82, { below: ['Total: 45,000 pcs'] }),
  note('semicolons', 83),
  note('tab', 84, { above: ['For the spring sets:'] }),
  note('off', 85, { above: ['=== Order ==='], below: ['---'] }),
  note('before', 86),
]

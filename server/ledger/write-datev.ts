import { chartEntryOf, numberOf, type BookSettings } from '#contract/payments/charts.ts'
import { vatLettersOf } from '#contract/payments/tax.ts'
import type { FileLine } from './read-lines.ts'

/**
 * DATEV's format EXTF, header version 700, category 21 (Buchungsstapel), format version 13: a header, the names of 125 columns, one booking a
 * line, in Windows-1252 with CRLF. Described by DATEV at https://developer.datev.de/de/file-format.
 */
const FORMAT = { header: 700, category: 21, version: 13 }
const COLUMNS = datevColumns()
/** The shop's currency. */
const CURRENCY = 'USD'
/** Digits of an account; those of customers have one more. */
const ACCOUNT_DIGITS = 4
const LONGEST_TEXT = 60
const LONGEST_NUMBER = 36

type Booking = { cents: number; account: string; against: string; line: FileLine }

/** Two lines: about the batch, and the names of the columns. */
export function datevHead({ consultant, client, chart, yearBegins }: BookSettings, month: string, at: Date): Buffer {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const begins = `${number >= yearBegins ? year : year - 1}${two(yearBegins)}01`
  const lastDay = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const stamp = at.toISOString().replace(/\D/g, '')
  const header = [
    text('EXTF'), FORMAT.header, FORMAT.category, text('Buchungsstapel'), FORMAT.version, stamp, '', text('SH'), text(''), text(''),
    consultant, client, begins, ACCOUNT_DIGITS, `${year}${two(number)}01`, `${year}${two(number)}${lastDay}`, text(`Shop ${month}`), text(''),
    1, 0, 0, text(CURRENCY), '', text(''), '', '', text(chart.slice(3)), '', '', text(''), text(''),
  ] // prettier-ignore
  return encode([header.join(';'), COLUMNS.join(';')])
}

export const datevLines = (entries: FileLine[][], settings: BookSettings): Buffer =>
  encode(entries.flatMap((lines) => bookingsOf(lines.map(withTaxingState), settings).map((booking) => rowOf(booking))))

/** DATEV wants the state whose tax it is, not the one of the delivery. */
const withTaxingState = (line: FileLine): FileLine =>
  line.taxedBy === '' ? line : { ...line, tax: line.tax.replace(/[^ ]*$/, line.taxedBy) }

/**
 * An entry of several lines as bookings of account against account: each line against the largest. Revenue from which DATEV computes
 * the tax is booked with its tax: the tax in a gross amount rounds to the tax that was added to the net amount, so nothing is lost.
 */
export function bookingsOf(lines: FileLine[], settings: BookSettings): Booking[] {
  const booked = new Map<string, { cents: number; number: string; line: FileLine }>()
  const isDiscount = lines.some(({ account }) => account === 'discounts')
  for (const line of lines) {
    const { entry, isGross } = chartEntryOf(line, isDiscount)
    const key = isGross ? `gross ${line.tax}` : `${line.account} ${line.tax}`
    const before = booked.get(key)
    booked.set(key, { cents: (before?.cents ?? 0) + line.cents, number: numberOf(settings, entry), line })
  }
  const [largest, ...others] = [...booked.values()]
    .filter(({ cents }) => cents !== 0)
    .toSorted((a, b) => Math.abs(b.cents) - Math.abs(a.cents))
  return others.map(({ cents, number, line }) => ({ cents, account: number, against: largest!.number, line }))
}

function rowOf({ cents, account, against, line }: Booking): string {
  const [category, rate = '', country = ''] = line.tax.split(' ')
  const row: (string | number)[] = COLUMNS.map(() => '')
  const set = (column: number, value: string | number) => (row[column - 1] = value)
  set(1, `${Math.floor(Math.abs(cents) / 100)},${two(Math.abs(cents) % 100)}`)
  set(2, text(cents > 0 ? 'S' : 'H'))
  set(3, text(CURRENCY))
  set(7, account)
  set(8, against)
  set(9, text(''))
  set(10, two(line.at.getUTCDate()) + two(line.at.getUTCMonth() + 1))
  set(11, text((line.invoice || line.order || line.payment || line.ref).replace(/[^\w$&%*+/-]/g, '').slice(0, LONGEST_NUMBER)))
  set(14, text([line.kind, line.order, line.payment].filter(Boolean).join(' ').slice(0, LONGEST_TEXT)))
  if (category === 'K' && line.vatId !== '') set(40, text(line.vatId))
  if (category === 'S' && country !== 'DE') {
    set(40, text(vatLettersOf(country)))
    set(41, `${Math.floor(Number(rate) / 100)},${two(Number(rate) % 100)}`)
  }
  return row.join(';')
}

const two = (number: number) => String(number).padStart(2, '0')
const text = (value: string) => `"${value.replaceAll('"', '""')}"`

/** All texts of the file are ours or identifiers; a character beyond Latin 1 would be a question mark. */
const encode = (lines: string[]): Buffer =>
  Buffer.from(lines.map((line) => `${line.replace(/[^\u0020-\u00ff]/g, '?')}\r\n`).join(''), 'latin1')

function datevColumns(): string[] {
  const pairs = (count: number, kind: string, first: string, second: string) =>
    Array.from({ length: count }, (_, index) => [`${kind}${first} ${index + 1}`, `${kind}${second} ${index + 1}`]).flat()
  return [
    'Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen', 'WKZ Umsatz', 'Kurs', 'Basis-Umsatz', 'WKZ Basis-Umsatz', 'Konto',
    'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum', 'Belegfeld 1', 'Belegfeld 2', 'Skonto', 'Buchungstext', 'Postensperre',
    'Diverse Adressnummer', 'Geschäftspartnerbank', 'Sachverhalt', 'Zinssperre', 'Beleglink',
    ...pairs(8, 'Beleginfo - ', 'Art', 'Inhalt'),
    'KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge', 'EU-Land u. UStID (Bestimmung)', 'EU-Steuersatz (Bestimmung)',
    'Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L', 'BU 49 Hauptfunktionstyp', 'BU 49 Hauptfunktionsnummer',
    'BU 49 Funktionsergänzung',
    ...pairs(20, 'Zusatzinformation - ', 'Art', 'Inhalt'),
    'Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr', 'Zugeordnete Fälligkeit', 'Skontotyp', 'Auftragsnummer',
    'Buchungstyp', 'USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)', 'Sachverhalt L+L (Anzahlungen)', 'EU-Steuersatz (Anzahlungen)',
    'Erlöskonto (Anzahlungen)', 'Herkunft-Kz', 'Buchungs GUID', 'KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre', 'Gesellschaftername',
    'Beteiligtennummer', 'Identifikationsnummer', 'Zeichnernummer', 'Postensperre bis', 'Bezeichnung SoBil-Sachverhalt',
    'Kennzeichen SoBil-Buchung', 'Festschreibung', 'Leistungsdatum', 'Datum Zuord. Steuerperiode', 'Fälligkeit', 'Generalumkehr (GU)',
    'Steuersatz', 'Land', 'Abrechnungsreferenz', 'BVV-Position', 'EU-Land u. UStID (Ursprung)', 'EU-Steuersatz (Ursprung)',
    'Abw. Skontokonto',
  ] // prettier-ignore
}

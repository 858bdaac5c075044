import type { ConnectionPool } from '#database/open-pool.ts'
import { chanceOf, chosenSeed, type Chance } from '../seeded.ts'

const kinds = [
  'T-Con Board',
  'Main Board',
  'Power Supply Board',
  'LED Backlight Strip',
  'LED Driver Board',
  'CCFL Inverter Board',
  'Wi-Fi / Bluetooth Module',
  'IR Receiver Board',
  'Keypad Board',
  'HDMI Input Board',
  'Tuner Module',
  'LVDS Cable',
  'FFC Flat Cable',
  'Speaker Pair',
  'Remote Control',
  'TV Stand Feet',
  'Wall-Mount Bracket',
  'Front Bezel Frame',
  'Back Cover',
  'Light Guide Plate',
  'Diffuser Set',
  'LCD Panel',
  'OLED Panel',
  'Aluminium Heat Sink',
  'Capacitor Kit',
  'AC Power Cord',
  'Y-Sustain Board',
  'Z-Sustain Board',
  'Buffer Board',
  'Optical Audio Jack',
  'Subwoofer',
  'Lüfter mit Gehäuse',
]
const details = [
  '4K',
  '8K',
  'Full HD',
  '60 Hz',
  '120 Hz',
  '6-LED',
  '12-LED',
  '51-Pin',
  '30-Pin',
  '0.5 mm',
  '200 mm',
  '450 mm',
  '3 V',
  '24 V / 12 V',
  '180 W',
  '8 Ohm 10 W',
  'VESA 400 x 400',
  'Slim Black',
  'Silver',
  'Open Cell',
  'Edge-Lit',
  'Direct-Lit',
  '3 x HDMI',
  'DVB-T2 / C / S2',
  'with Status LED',
  '(set of 3)',
  '2T2R',
  'Die-Cast',
  'ABS+PC V-0',
  'IEC C13',
]
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'

/** A part's name as catalogues have them: what it is, for which screen, some details, and often a model and a revision. */
function nameOf(chance: Chance): string {
  const letter = () => letters[chance.below(letters.length)]!
  const words = [chance.pick(kinds), `${24 + chance.below(62)}"`]
  for (let count = chance.below(3); count > 0; count--) words.push(chance.pick(details))
  if (chance.happens(0.7)) words.push(`${letter()}${letter()}-${1_000 + chance.below(9_000)}${letter()}`)
  if (chance.happens(0.3)) words.push(`Rev ${letter()}${chance.below(10)}`)
  return words.join(' ')
}

/** A manufacturer's number, such as `EAX-6714-2031`; empty where the shop gives one. */
const numberOf = (chance: Chance, index: number): string =>
  chance.happens(0.5) ? '' : `${letters[chance.below(23)]}${letters[chance.below(23)]}X-${1_000 + chance.below(9_000)}-${index}`

/**
 * This many parts, the same for the same seed, which differs from the seed by which a test chooses among them. Some names occur
 * twice, as in any large catalogue.
 */
export function manyParts(count: number, seed = chosenSeed() + 1): { name: string; partNumber: string }[] {
  const chance = chanceOf(seed)
  return Array.from({ length: count }, (_, index) => ({ name: nameOf(chance), partNumber: numberOf(chance, index) }))
}

const ROWS_AT_ONCE = 100

interface LoadPart {
  name: string
  partNumber: string
  /** Id of its category. */
  category?: string
  attributes?: Record<string, string>
}

/** Puts them on sale: prices from 5 cents to 50 dollars, every fifth sold out. Statements have no time limit for slow machines. */
export async function insertManyParts(pool: Pick<ConnectionPool, 'connect'>, parts: LoadPart[]): Promise<void> {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  for (let from = 0; from < parts.length; from += ROWS_AT_ONCE) {
    const some = parts.slice(from, from + ROWS_AT_ONCE)
    await client.query(
      `insert into parts (name, part_number, category_id, attributes, img, description, price, available)
       select name, number, category, attributes, '/images/00000000000000000000000000000000.webp', 'A part for a television set, made to order.',
         0.05 + (hashint8(at) & 1023) * 0.05, case when at % 5 = 0 then 0 else 1000 * (at % 100 + 1) end
       from unnest($1::text[], $2::text[], $3::uuid[], $4::jsonb[]) with ordinality as given (name, number, category, attributes, at)`,
      [
        some.map(({ name }) => name),
        some.map(({ partNumber }) => partNumber),
        some.map(({ category }) => category ?? null),
        some.map((part) => JSON.stringify(part.attributes ?? {})),
      ],
    )
  }
  await client.query('reset statement_timeout')
  client.release()
}

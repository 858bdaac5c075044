import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A row of a list and what it means: a part with its pieces, a part whose pieces are asked, a strange part, or no line. */
export type Answer = [partNumber: string, pieces: number | 'asks'] | ['unknown', pieces: number] | ['not read', text?: string]

/** A file of the bench: the program that writes such files, and the right answers of its rows, without blank ones and its header. */
export type ListFile = { dialect: string; file: string; bytes: Uint8Array; answers: Answer[] }

/** What a list says of a part; a strange one is not in the catalogue. */
export type Asked = { isStrange: boolean; number: string; name: string; pieces: number; designators: string; price: string }

const catalogue = JSON.parse(readFileSync(fileURLToPath(new URL('../../catalogue/parts.json', import.meta.url)), 'utf8')) as {
  partNumber: string
  name: string
  price: number
}[]

/** Pieces of orders, of which none reads like another number in another language. */
const PIECES = [2_000, 1_500, 12_500, 3_250, 1_000, 25_000, 8_400, 1_200, 5_000, 16_750]
const ON_BOARD = [1, 2, 4, 1, 8, 3, 1, 6, 2, 12]
const LETTERS = ['U', 'J', 'C', 'D', 'R', 'L']

/** Parts of other makers, as they stand in the same lists. */
const STRANGE = [
  ['RC0603FR-0710KL', 'RES 10K OHM 1% 1/10W 0603'],
  ['GRM188R71H104KA93D', 'CAP CER 0.1UF 50V X7R 0603'],
  ['LM317MDT-TR', 'IC REG LINEAR POS ADJ 500MA DPAK'],
  ['SS34', 'DIODE SCHOTTKY 40V 3A'],
] as const

/** Parts of the sample catalogue from `first` on, in pieces of an order or on one board. */
export function pick(first: number, count: number, kind: 'order' | 'board' = 'order'): Asked[] {
  return Array.from({ length: count }, (_, place) => {
    const isStrange = place % 4 === 2
    const known = catalogue[(first * 5 + place * 7) % catalogue.length]! // inside
    const [strangeNumber, strangeName] = STRANGE[(first + place) % STRANGE.length]! // inside
    const [number, name] = isStrange ? [strangeNumber, strangeName] : [known.partNumber, known.name]
    const pieces = (kind === 'order' ? PIECES : ON_BOARD)[(first + place) % PIECES.length]!
    const letter = LETTERS[place % LETTERS.length]!
    const from = 1 + place * 20
    const designators = Array.from({ length: kind === 'board' ? pieces : 1 }, (__, index) => `${letter}${from + index}`).join(',')
    return { isStrange, number, name, pieces, designators, price: known.price.toFixed(2) }
  })
}

export const right = (asked: readonly Asked[]): Answer[] =>
  asked.map(({ isStrange, number, pieces }) => [isStrange ? 'unknown' : number, pieces])

import { chanceOf, chosenSeed, type Chance } from '#tests/support/seeded.ts'
import type { Example } from './corpus.ts'
import { corpusKinds, isRefusal, type CorpusRead, type Figure } from './kinds.ts'

type Bytes = Uint8Array<ArrayBuffer>
/** `rows`: how many rows the damage can be in. `isShorter`: the end of the file is missing. `times`: how often the file is in it. */
export type Damage = { what: string; bytes: Bytes; rows: number; isShorter: boolean; times: number }

/** Bytes that mean something to readers. */
const SIGNS = Array.from('"\',;:.-+=()<>/?|{}\t\n\r 0159ACDERX\u0000', (sign) => sign.charCodeAt(0))
const OTHER_BYTES = 256
/** A line end is between two rows. */
const ROWS_OF_A_BYTE = 2

/** The file cut, with single bytes changed, and doubled; the same for the same seed. */
export function* damagesOf({ file, bytes }: Example, cuts: number, changes: number): Generator<Damage> {
  const chance = chanceOf(chosenSeed() + Array.from(file).reduce((sum, sign) => sum + sign.charCodeAt(0), 0))
  for (let each = 0; each < cuts && bytes.length > 0; each += 1) {
    const at = chance.below(bytes.length)
    yield { what: `cut at ${at}`, bytes: bytes.slice(0, at), rows: 1, isShorter: true, times: 1 }
  }
  for (let each = 0; each < changes && bytes.length > 0; each += 1) yield changedByte(bytes, chance)
  yield { what: 'doubled', bytes: Uint8Array.from([...bytes, ...bytes]), rows: 1, isShorter: false, times: 2 }
}

function changedByte(bytes: Bytes, chance: Chance): Damage {
  const at = chance.below(bytes.length)
  const byte = chance.happens(1 / 2) ? chance.pick(SIGNS) : chance.below(OTHER_BYTES)
  const changed = bytes.slice()
  changed[at] = byte
  return { what: `byte ${at} is ${byte}`, bytes: changed, rows: ROWS_OF_A_BYTE, isShorter: false, times: 1 }
}

/** What each kind says of the bytes; undefined for a refusal. @throws what is no refusal */
export const readOrRefuse = (kind: string, bytes: Bytes, options: unknown): Promise<CorpusRead | undefined> =>
  corpusKinds[kind]!.read(bytes, options).catch((error: unknown) => {
    if (isRefusal(error)) return undefined
    throw error
  })

/**
 * Figures of the damaged file that nobody is asked about and that the whole file does not have: of the rows that the damage is not in,
 * each figure is the same, or it is missing as its kind allows. [] for a refusal.
 */
export function otherFigures(
  kind: string,
  whole: CorpusRead,
  damaged: CorpusRead | undefined,
  { bytes, rows, isShorter, times }: Damage,
): string[] {
  if (damaged === undefined || damaged.isDoubted) return []
  const mayMiss = isCompressed(bytes) ? 'any' : corpusKinds[kind]!.mayMiss
  const isMoney = mayMiss === 'none'
  const right = Array.from({ length: times }, () => whole.figures).flat()
  const added = without(damaged.figures, right).filter((figure) => isMoney || contradicts(figure, whole.figures))
  const missing = isShorter
    ? []
    : without(whole.figures, damaged.figures).filter((figure) => isMoney || !isMissingAsAllowed(figure, damaged, mayMiss))
  // A damaged title is that of one column, which may be read from another place: a person sees the columns of parts.
  const isOneColumn = mayMiss === 'column' && new Set([...added, ...missing].map(({ column }) => column)).size <= 1
  if (isOneColumn) return []
  return [
    ...(rowsOf(added) > rows ? added.map(({ of, is }) => `${is} of ${of} is new`) : []),
    ...(rowsOf(missing) > (times > 1 ? 0 : rows) ? missing.map(({ of, is }) => `${is} of ${of} is missing`) : []),
  ]
}

/** The rows of a statement are not told apart by their days. */
const rowsOf = (figures: readonly Figure[]) =>
  figures.some(({ column }) => column === 'amount') ? figures.length : new Set(figures.map(({ of }) => of)).size

/** A byte of a compressed file, a workbook or a PDF, stands for many rows. */
const isCompressed = (bytes: Bytes) => /^(?:PK|%PDF)/.test(String.fromCharCode(...bytes.subarray(0, 4)))

const isSame = (one: Figure, other: Figure) => one.column === other.column && one.of === other.of && one.is === other.is

/** Figures that are not among the others, each of which counts once. */
function without(figures: readonly Figure[], others: readonly Figure[]): Figure[] {
  const left = [...others]
  return figures.filter((figure) => {
    const place = left.findIndex((other) => isSame(figure, other))
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}

/** Another figure of a row that the whole file has, too. */
const contradicts = ({ column, of, is }: Figure, whole: readonly Figure[]) =>
  is !== '' && whole.some((other) => other.column === column && other.of === of && other.is !== is)

function isMissingAsAllowed({ column, of }: Figure, { figures, told }: CorpusRead, mayMiss: 'told' | 'column' | 'any' | 'none'): boolean {
  const open = figures.some((other) => other.column === column && other.is === '' && other.of.includes(of))
  if (mayMiss === 'any' || open) return true
  if (mayMiss === 'told') return told.some((row) => row.includes(of)) || figures.some((other) => other.of !== of && other.of.includes(of))
  return figures.every((other) => other.column !== column)
}

/** What is wrong with the readers after each damage of the file, and when other readers get it. */
export async function wrongAfterDamage(example: Example, cuts: number, changes: number): Promise<string[]> {
  const { kind, bytes, right } = example
  const wrong: string[] = []
  const attempt = async (what: string, work: () => Promise<string[]>) => {
    try {
      wrong.push(...(await work()).map((each) => `${what}: ${each}`))
    } catch (error) {
      wrong.push(`${what}: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
  const whole = await readOrRefuse(kind, bytes, right.options)
  for (const damage of damagesOf(example, cuts, changes)) {
    await attempt(damage.what, async () => {
      const damaged = await readOrRefuse(kind, damage.bytes, right.options)
      return whole ? otherFigures(kind, whole, damaged, damage) : []
    })
  }
  for (const other of Object.keys(corpusKinds))
    await attempt(`as ${other}`, async () => {
      await readOrRefuse(other, bytes, undefined)
      return []
    })
  return wrong
}

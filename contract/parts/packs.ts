import { counted, formatCount } from '../basics/figures.ts'
import { raisedTo, type OrderRule } from '../orders/order-rule.ts'

/** The packing unit of a part: its pieces, and what it is called. */
export type Pack = { packPieces?: number | null | undefined; packName?: string | null | undefined }

/** Packs that are tried above a quantity, for a step that whole packs rarely meet. */
const MOST_TRIED = 1_000

const nameOf = ({ packName }: Pack) => packName?.trim() || 'pack'
const pluralOf = (name: string) => (/(?:s|x|z|ch|sh)$/i.test(name) ? `${name}es` : `${name}s`)

/** 'Boxes of 400' */
export const packsOf = (pack: Pack): string => {
  const name = pluralOf(nameOf(pack))
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} of ${formatCount(pack.packPieces ?? 1)}`
}

/** '3 boxes', '2 boxes and 100 pieces'; undefined for a part without packs, and for less than one. */
export function inPacks(pieces: number, pack: Pack): string | undefined {
  const size = pack.packPieces ?? 0
  if (size < 1 || pieces < size) return undefined
  const [packs, rest] = [Math.floor(pieces / size), pieces % size]
  const name = nameOf(pack)
  return `${counted(packs, name, pluralOf(name))}${rest === 0 ? '' : ` and ${counted(rest, 'piece')}`}`
}

/**
 * The next larger quantity of whole packs that can be ordered, within the `available` pieces; undefined where the asked one has whole packs,
 * and where there is none.
 */
export function wholePacks(pieces: number, pack: Pack & OrderRule, available: number): number | undefined {
  const size = pack.packPieces ?? 0
  if (size < 1 || pieces < 1 || pieces % size === 0) return undefined
  const first = Math.ceil(pieces / size) * size
  for (let tried = 0, more = first; tried < MOST_TRIED && more <= available; tried++, more += size) {
    if (raisedTo(pack, more) === more) return more
  }
  return undefined
}

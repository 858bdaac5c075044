import { PART_MEDIA_LIMITS, TEXT_LIMITS } from '#contract/basics/limits.ts'
import type { DocumentKind } from '#contract/parts/part-media.ts'
import { startOf } from '#contract/basics/start-of.ts'

/** Endings of the files that can be documents of parts. */
const ENDINGS = /\.(pdf|step|stp|p21|dxf)$/i
/** Folders and files that programs for ZIPs add by themselves. */
const UNSEEN = /(^|\/)(__MACOSX\/|\.)/
const SEPARATORS = /[\s_.,()[\]-]+/g

const fileName = (path: string) => path.split('/').at(-1)!.trim() // split yields at least one
const stem = (path: string) => fileName(path).replace(ENDINGS, '')

export const isDocumentName = (path: string): boolean => ENDINGS.test(path) && !UNSEEN.test(path)

/**
 * Possible part numbers in the name of a file, longest first: all prefixes of its name that end at a word boundary, then its folder.
 * 'TF-000123 drawing.pdf' may belong to 'TF-000123 drawing', 'TF-000123' or 'TF'. Longer texts than part numbers are left out.
 */
export function possibleNumbers(path: string): string[] {
  const name = stem(path)
  const beginnings = [...name.matchAll(SEPARATORS)].map(({ index }) => name.slice(0, index))
  const folder = path.split('/').at(-2)?.trim() ?? ''
  return [name, ...beginnings.toReversed(), folder].filter((number) => number !== '' && number.length <= TEXT_LIMITS.partNumber)
}

/** The probable kind of a file, by its ending and by words in its name, also German ones. */
export function kindOf(path: string): DocumentKind {
  const name = fileName(path)
  if (!/\.pdf$/i.test(name) || /drawing|zeichnung|outline|dimension/i.test(name)) return 'drawing'
  if (/declaration|conformity|rohs|reach|konformit|erkl[aä]rung/i.test(name)) return 'declaration'
  return 'data-sheet'
}

/** The title of a document: the rest of its file name after the part number, else the name of its kind. */
export function titleOf(path: string, number: string, kindName: string): string {
  const name = stem(path)
  const rest = name.startsWith(number) ? name.slice(number.length).replace(SEPARATORS, ' ').trim() : name
  const title = rest === '' ? kindName : rest.charAt(0).toUpperCase() + rest.slice(1)
  return startOf(title, PART_MEDIA_LIMITS.title)
}

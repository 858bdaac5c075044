import { PART_MEDIA_LIMITS } from '#contract/basics/limits.ts'
import type { DocumentType } from '#contract/parts/part-media.ts'
import { startOf } from '#contract/basics/start-of.ts'

const endings: Record<DocumentType, readonly [string, ...string[]]> = { pdf: ['pdf'], step: ['step', 'stp', 'p21'], dxf: ['dxf'] }
/** With the longest ending. */
const STEM = 100

/**
 * The name under which a document is saved: that of the uploaded file without folders, invisible characters, and characters that file
 * systems refuse. Its ending is one of its type; another ending is kept before it.
 */
export function savedName(fileName: string, type: DocumentType): string {
  const name = cleanName(fileName)
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
  const isOwn = endings[type].includes(ending)
  const stem = startOf(isOwn ? name.slice(0, dot) : name, STEM)
  return `${stem}.${isOwn ? ending : endings[type][0]}`
}

function cleanName(fileName: string): string {
  const name = startOf(fileName, PART_MEDIA_LIMITS.fileName)
    .split(/[\\/]/)
    .at(-1)! // split yields at least one
    .normalize('NFC')
    .replace(/\p{C}/gu, '')
    .replace(/[<>:"|?*\s]+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return name === '' ? 'document' : name
}

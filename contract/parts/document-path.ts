import { documentKinds, type DocumentKind } from './part-media.ts'

/** The facts about a document in its path in a ZIP. */
export type DocumentName = { number: string; kind: DocumentKind; title: string; fileName: string }

const FOLDER = 'documents'
/** Characters that programs for ZIPs refuse in names, and the one by which they are written. */
const UNSAFE = /[<>:"/\\|?*%\p{C}]|^[. ]|[. ]$/gu

const written = (text: string) => text.replace(UNSAFE, (character) => encodeURIComponent(character).replace('.', '%2E').replace('*', '%2A'))

/** 'documents/TCB-5512/data-sheet/Data sheet 2026/tcb-5512.pdf'. */
export const documentPath = ({ number, kind, title, fileName }: DocumentName): string =>
  [FOLDER, written(number), kind, written(title), written(fileName)].join('/')

/** Reads such a path; undefined for every other one. */
export function readDocumentPath(path: string): DocumentName | undefined {
  const [folder, number, kind, title, fileName] = path.split('/').slice(-5)
  const known = documentKinds.find((one) => one === kind)
  if (folder !== FOLDER || !number || !known || !title || !fileName) return undefined
  try {
    return { number: decodeURIComponent(number), kind: known, title: decodeURIComponent(title), fileName: decodeURIComponent(fileName) }
  } catch {
    return undefined // not written by the shop
  }
}

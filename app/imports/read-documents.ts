import { readDocumentPath } from '#contract/parts/document-path.ts'
import { NUMBERS_AT_ONCE, partDeskCalls, type PartName } from '#contract/parts/part-desk.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { DOCUMENT_MAX_BYTES, partMediaCalls, type DocumentKind } from '#contract/parts/part-media.ts'
import { callApi } from '#app/api/api.ts'
import { uploadDocument } from '#app/parts/upload-document.ts'
import { partMediaWords } from '#app/words/part-media.ts'
import { listArchive } from '#readers/archives/list-archive.ts'
import { isDocumentName, kindOf, possibleNumbers, titleOf } from './document-names.ts'
import { readInWorker } from './read-in-worker.ts'
import { isWebAddress } from './upload-pictures.ts'

const MAX_ZIP_BYTES = 400 * 1024 * 1024

/** A document that a file names, and the part to which it goes. */
export type FoundDocument = {
  name: string
  part: PartName | undefined
  kind: DocumentKind
  title: string
  isTooLarge: boolean
  /** Adds it to its part. */
  add: (partId: string, signal: AbortSignal) => Promise<unknown>
}

/** As in a file, before its part is known. */
type Named = Pick<FoundDocument, 'name' | 'isTooLarge'> & {
  numbers: string[]
  kind?: DocumentKind
  title?: string
  add: (partId: string, named: { kind: DocumentKind; title: string }, signal: AbortSignal) => Promise<unknown>
}

/**
 * Reads a ZIP of documents, or a list of their addresses, and finds the part of each.
 * @throws Refusal or RangeError for a file that cannot be read; ApiError and NetworkError.
 */
export async function readDocuments(file: File): Promise<FoundDocument[]> {
  const named = /\.zip$/i.test(file.name) ? await readZip(file) : namedIn(await readInWorker(file))
  const parts = await findParts(new Set(named.flatMap(({ numbers }) => numbers)))
  return named.map(({ name, numbers, isTooLarge, add, ...more }) => {
    const number = numbers.find((one) => parts.has(one))
    const kind = more.kind ?? kindOf(name)
    const title = more.title ?? titleOf(name, number ?? '', partMediaWords.kinds[kind])
    const part = number === undefined ? undefined : parts.get(number)
    return { name, part, kind, title, isTooLarge, add: (partId, signal) => add(partId, { kind, title }, signal) }
  })
}

async function readZip(zip: File): Promise<Named[]> {
  if (zip.size > MAX_ZIP_BYTES) throw new RangeError('the ZIP is too large')
  const bytes = new Uint8Array(await zip.arrayBuffer())
  return listArchive(bytes)
    .filter(({ path }) => isDocumentName(path))
    .map(({ path, bytes: size, unpack }): Named => {
      const saved = readDocumentPath(path)
      const fileName = saved?.fileName ?? path.split('/').at(-1)!
      return {
        name: path,
        numbers: saved ? [saved.number] : possibleNumbers(path),
        ...(saved && { kind: saved.kind, title: saved.title }),
        isTooLarge: size > DOCUMENT_MAX_BYTES,
        // One file at a time, so that a large ZIP is never unpacked in memory as a whole.
        add: async (partId, named, signal) =>
          uploadDocument({ partId, file: new File([await unpack()], fileName), ...named }, { onProgress: () => {}, signal }),
      }
    })
}

/** Rows with an address: its part number is the first other cell, its title the second. A row of titles has no address. */
function namedIn(rows: string[][]): Named[] {
  return rows.flatMap((row) => {
    const url = row.find(isWebAddress)?.trim()
    if (url === undefined) return []
    const [number = '', title] = row.filter((cell) => cell.trim() !== '' && !isWebAddress(cell))
    return {
      name: url,
      numbers: [number.trim()],
      isTooLarge: false,
      ...(title && { title: title.trim() }),
      add: (partId, named, signal) => callApi(partMediaCalls.fetchDocument, { params: { id: partId }, body: { ...named, url }, signal }),
    } satisfies Named
  })
}

async function findParts(numbers: ReadonlySet<string>): Promise<Map<string, PartName>> {
  const asked = [...numbers].filter((number) => number !== '' && number.length <= TEXT_LIMITS.partNumber)
  const parts = new Map<string, PartName>()
  for (let at = 0; at < asked.length; at += NUMBERS_AT_ONCE) {
    for (const { number, part } of await callApi(partDeskCalls.named, { body: { numbers: asked.slice(at, at + NUMBERS_AT_ONCE) } })) {
      parts.set(number, part)
    }
  }
  return parts
}

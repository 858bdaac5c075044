import { fetchedImageCalls } from '#contract/parts/fetched-images.ts'
import { IMAGE_URL_PATTERN } from '#contract/parts/images.ts'
import { IMAGE_MAX_BYTES } from '#contract/basics/limits.ts'
import { callApi, uploadImage } from '#app/api/api.ts'
import { ApiError } from '#app/api/api-error.ts'
import { findFiles } from '#readers/archives/find-files.ts'
import { listArchive, type ArchivedFile } from '#readers/archives/list-archive.ts'

const MAX_ZIP_BYTES = 400 * 1024 * 1024

const FETCHES_AT_ONCE = 4

type Uploading = { onProgress: (done: number, of: number) => void; signal: AbortSignal }

/** Names of pictures that could be several files of the ZIP. */
export class UnclearPictures extends Error {
  readonly names: readonly string[]

  constructor(names: readonly string[]) {
    super('unclear')
    this.name = 'UnclearPictures'
    this.names = names
  }
}

/**
 * Uploads the pictures of a ZIP that are asked for and are not in the shop, one after the other. A file that is no picture is left out, and
 * the rows that name it say so in the preview.
 * @param pictures paths or names of files, and addresses
 * @returns the address of each picture by its path or name
 * @throws UnclearPictures before anything is uploaded; ApiError for another refusal, NetworkError, the signal's reason, RangeError for a ZIP
 * that is too large, and Refusal for a damaged one.
 */
export async function uploadPictures(
  zip: File,
  pictures: ReadonlySet<string>,
  { onProgress, signal }: Uploading,
): Promise<Map<string, string>> {
  if (zip.size > MAX_ZIP_BYTES) throw new RangeError('the ZIP is too large')
  const bytes = new Uint8Array(await zip.arrayBuffer())
  const { found, unclear } = findFiles(listArchive(bytes), pictures)
  const named = unclear.filter((picture) => !isWebAddress(picture))
  if (named.length > 0) throw new UnclearPictures(named)
  const addresses = new Map<string, string>()
  const uploaded = new Map<ArchivedFile, string | undefined>()
  for (const [index, [picture, file]] of [...found].entries()) {
    signal.throwIfAborted()
    onProgress(index, found.size)
    if (file.bytes > IMAGE_MAX_BYTES || (await isInShop(picture, signal))) continue
    if (!uploaded.has(file)) {
      const content = new Blob([await file.unpack()])
      uploaded.set(file, (await unlessRefused(() => uploadImage(content, undefined, signal)))?.data.url)
    }
    const address = uploaded.get(file)
    if (address) addresses.set(picture, address)
  }
  return addresses
}

/** A file of another shop has addresses of the same form, so the picture is requested to see whether this shop has it. */
async function isInShop(picture: string, signal: AbortSignal): Promise<boolean> {
  return IMAGE_URL_PATTERN.test(picture) && (await fetch(picture, { method: 'HEAD', signal })).ok
}

/** Whether a cell has the address of a picture on the web. */
export const isWebAddress = (cell: string) => /^https?:\/\//i.test(cell.trim())

/**
 * Has the shop fetch pictures from the web, in batches. An address without a picture is left out, and its rows say so in the preview.
 * @returns the address in the shop of each one
 * @throws ApiError for another refusal, NetworkError, and the signal's reason.
 */
export async function fetchPictures(wanted: ReadonlySet<string>, { onProgress, signal }: Uploading): Promise<Map<string, string>> {
  const addresses = new Map<string, string>()
  const waiting = wanted.values()
  let done = 0
  const fetchNext = async () => {
    for (const url of waiting) {
      signal.throwIfAborted()
      onProgress(done, wanted.size)
      const fetched = await unlessRefused(() => callApi(fetchedImageCalls.fetch, { body: { url }, signal }))
      if (fetched) addresses.set(url, fetched.url)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: FETCHES_AT_ONCE }, fetchNext))
  return addresses
}

/** What a call answers; undefined where it refuses this one picture. */
async function unlessRefused<T>(send: () => Promise<T>): Promise<T | undefined> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error
    return undefined
  }
}

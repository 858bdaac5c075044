import { constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { IMAGE_WIDTHS } from '#contract/basics/limits.ts'
import { codeOf } from '#database/error-codes.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** One width of a picture. Keys look like '<hex>.webp' for the largest and '480/<hex>.webp' for the others. */
export type PictureFile = { key: string; bytes: Buffer }

export type Picture = { name: string; files: readonly [PictureFile, ...PictureFile[]] }

/** The store of pictures: a folder, an object store, or an external image host. */
export type ImageStore = {
  /**
   * Stores the picture durably. Returns its address at an image host, undefined when the shop serves it.
   * @throws StoreUnavailable on failure; some files may exist then, until `discard`.
   */
  keep(picture: Picture): Promise<string | undefined>
  /** The bytes, or the address where browsers fetch them; undefined for an unknown key. */
  read(key: string): Promise<Buffer | URL | undefined>
  /** Removes the picture in all its widths, also one that was stored only in part. */
  discard(name: string): Promise<void>
}

/** Files by key. A file appears complete or not at all. */
export type FileStore = {
  write(key: string, bytes: Buffer): Promise<void>
  read(key: string): Promise<Buffer | undefined>
  /** Does nothing when the file does not exist. */
  remove(key: string): Promise<void>
}

/** Pictures as files that the shop serves itself. */
export function pictureFiles(files: FileStore): ImageStore {
  return {
    async keep(picture) {
      await allDone(picture.files.map(({ key, bytes }) => files.write(key, bytes)))
      return undefined
    },
    read: (key) => files.read(key),
    async discard(name) {
      const keys = [name, ...IMAGE_WIDTHS.map((width) => `${width}/${name}`)]
      await allDone(keys.map((key) => files.remove(key)))
    },
  }
}

/** Waits for all, also after a failure, so that no write is running when the caller learns of it. */
async function allDone(work: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

export const pictureFolder = (dataDir: string) => join(dataDir, 'images')

export const folderImageStore = (folder: string): ImageStore => pictureFiles(folderFiles(folder))

/** Also reads pictures that were stored in the folder before the shop had another store. */
export function besidesFolder(store: ImageStore, folder: ImageStore): ImageStore {
  return {
    keep: (picture) => store.keep(picture),
    read: async (key) => (await folder.read(key)) ?? store.read(key),
    async discard(name) {
      await folder.discard(name)
      await store.discard(name)
    },
  }
}

/** The shop writes only files: a symbolic link with a picture's name was put there to lead out of the folder. */
const READ_NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW

export function folderFiles(folder: string): FileStore {
  const unfinished = (path: string) => `${path}.part`
  return {
    async write(key, bytes) {
      const path = join(folder, key)
      try {
        await mkdir(dirname(path), { recursive: true })
        await writeDurably(unfinished(path), bytes)
        await rename(unfinished(path), path)
        await syncFolder(dirname(path))
      } catch (error) {
        // If the broken disk refuses this too, the sweeper removes it.
        await rm(unfinished(path), { force: true }).catch(() => undefined)
        throw explain(error)
      }
    },
    async read(key) {
      try {
        return await readFile(join(folder, key), { flag: READ_NO_LINK })
      } catch (error) {
        if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ELOOP') return undefined
        throw explain(error)
      }
    },
    async remove(key) {
      const path = join(folder, key)
      try {
        await rm(path, { force: true })
        await rm(unfinished(path), { force: true })
      } catch (error) {
        throw explain(error)
      }
    },
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Without this a power failure could lose a renamed file's name. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** A full or read-only disk is not a bug of the shop. */
function explain(error: unknown): unknown {
  const code = codeOf(error)
  return code === undefined ? error : new StoreUnavailable(`the folder of pictures cannot be used (${code})`)
}

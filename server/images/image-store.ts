import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'

/** Where pictures are kept; the folder of one machine and an object store both fit. Keys look like '480/<hex>.webp'. */
export type ImageStore = {
  /** Keeps the bytes; when it returns they are there for good. */
  write(key: string, bytes: Buffer): Promise<void>
  /** The bytes, undefined when there are none under this key. */
  read(key: string): Promise<Buffer | undefined>
}

/** Pictures as files of one folder. A file appears whole or not at all. */
export function folderImageStore(folder: string): ImageStore {
  return {
    async write(key, bytes) {
      const path = join(folder, key)
      await mkdir(dirname(path), { recursive: true })
      const unfinished = `${path}.${randomBytes(6).toString('hex')}.part`
      try {
        const file = await open(unfinished, 'w')
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async read(key) {
      try {
        return await readFile(join(folder, key))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
  }
}

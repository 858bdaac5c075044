import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import Type, { type Static } from 'typebox'
import { unless } from '#database/error-codes.ts'

export const MANIFEST = 'manifest.json'
export const SECRET = 'auth-secret'
export const PICTURES = 'images'
export const DOCUMENTS = 'documents'

/** A file of a backup. `path` within its folder, `sha256` in hex. */
const BackupFile = Type.Object({ path: Type.String(), bytes: Type.Integer(), sha256: Type.String() })
export type BackupFile = Static<typeof BackupFile>

/** The contents of a backup. Written last, so a folder without it is no backup. */
export const BackupManifest = Type.Object({
  format: Type.Literal(1),
  madeAt: Type.String({ format: 'date-time' }),
  shopVersion: Type.String(),
  postgresVersion: Type.String(),
  /** SHA-256 of each applied migration, oldest first. */
  migrations: Type.Array(Type.String()),
  /** In an order in which they can be filled; `file` has the rows in the format of PostgreSQL's COPY, gzipped. */
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()), rows: Type.Integer(), file: Type.String() })),
  files: Type.Array(BackupFile),
})
export type BackupManifest = Static<typeof BackupManifest>

/** A fast level: the time of a backup matters more than the last tenth of its size. */
const GZIP_LEVEL = 3

/** Writes a file of a backup, readable only by its owner, and syncs it to disk. */
export async function writeBackupFile(folder: string, path: string, source: Readable, { gzip = false } = {}): Promise<BackupFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const target = createWriteStream(join(folder, path), { mode: 0o600, flags: 'wx', flush: true })
  if (gzip) await pipeline(source, createGzip({ level: GZIP_LEVEL }), measure, target)
  else await pipeline(source, measure, target)
  return { path, bytes, sha256: hash.digest('hex') }
}

export async function isIntact(folder: string, { path, bytes, sha256 }: BackupFile): Promise<boolean> {
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      read += chunk.length
    }
  } catch {
    return false
  }
  return read === bytes && hash.digest('hex') === sha256
}

export async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(folder)
    await handle.sync()
  } finally {
    await handle?.close()
  }
}

export async function filesBelow(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(unless('ENOENT'))) ?? []
  const found = await Promise.all(
    entries.map(async (entry) => {
      if (!entry.isDirectory()) return entry.isFile() ? [entry.name] : []
      return (await filesBelow(join(folder, entry.name))).map((path) => `${entry.name}/${path}`)
    }),
  )
  return found.flat().toSorted()
}

import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const ROOT = join(import.meta.dirname, '..')

/** Imports by server and contract of libraries with hundreds of small files. */
const ENTRIES = [
  'better-auth',
  'better-auth/adapters/drizzle',
  'better-auth/api',
  'better-auth/cookies',
  'better-auth/crypto',
  'drizzle-orm',
  'drizzle-orm/casing',
  'drizzle-orm/migrator',
  'drizzle-orm/node-postgres',
  'drizzle-orm/pg-core',
  'typebox',
  'typebox/value',
]
/** Not bundled, because other code uses them, too. */
const LEFT_ALONE = ['pg']

/**
 * Bundles libraries of more than a thousand files into a few in `folder`, for a fast start;
 * server/run/startup/bundled-libraries.ts reads the index, which has the hash of the lockfile that they belong to.
 */
export async function bundleLibraries(folder: string, lockfile = join(ROOT, 'package-lock.json')): Promise<void> {
  const fileOf = (entry: string) => entry.replaceAll('/', '-')
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((entry) => [fileOf(entry), entry])),
    cwd: ROOT,
    platform: 'node',
    external: LEFT_ALONE,
    logLevel: 'warn',
  })
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' })
  await bundle.close()
  const lock = await readFile(lockfile)
  const files = Object.fromEntries(ENTRIES.map((entry) => [entry, `${fileOf(entry)}.js`]))
  await writeFile(join(folder, 'index.json'), JSON.stringify({ lock: createHash('sha256').update(lock).digest('hex'), files }))
}

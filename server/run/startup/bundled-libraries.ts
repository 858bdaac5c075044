import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const PROJECT = new URL('../../../', import.meta.url)
const FOLDER = new URL('build/libraries/', PROJECT)

/** `lock` is the SHA-256 of the package-lock.json of the bundles; `files` maps each import to its file. */
type Index = { lock: string; files: Record<string, string> }

/** Bundled files by import specifier; empty without bundles, or with bundles of other versions. */
export function bundledLibraries(): Map<string, string> {
  const index = new URL('index.json', FOLDER)
  if (!existsSync(index)) return new Map()
  const { lock, files } = JSON.parse(readFileSync(index, 'utf8')) as Index
  const installed = createHash('sha256')
    .update(readFileSync(new URL('package-lock.json', PROJECT)))
    .digest('hex')
  if (lock !== installed) return new Map()
  return new Map(Object.entries(files).map(([name, file]) => [name, new URL(file, FOLDER).href]))
}

/**
 * Loads libraries of hundreds of files from the bundles made by scripts/bundle-libraries.ts: resolving that many files takes
 * longer than the rest of the start. Other imports are resolved as usual.
 */
export function useBundledLibraries(): void {
  const libraries = bundledLibraries()
  registerHooks({
    resolve(name, context, next) {
      const url = libraries.get(name)
      return url ? { url, format: 'module', shortCircuit: true } : next(name, context)
    },
  })
}

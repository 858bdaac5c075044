import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const PROJECT = new URL('../../', import.meta.url)
const FOLDER = new URL('build/libraries/', PROJECT)

/** `lock` is the SHA-256 of the package-lock.json that the bundles are for; `files` names the file of each import. */
type Index = { lock: string; files: Record<string, string> }

/** Addresses of the bundled libraries by the name that imports say; empty without bundles, or with those of other versions. */
export function bundledLibraries(): Map<string, string> {
  const index = new URL('index.json', FOLDER)
  if (!existsSync(index)) return new Map()
  const { lock, files } = JSON.parse(readFileSync(index, 'utf8')) as Index
  const installed = createHash('sha256').update(readFileSync(new URL('package-lock.json', PROJECT))).digest('hex')
  if (lock !== installed) return new Map()
  return new Map(Object.entries(files).map(([name, file]) => [name, new URL(file, FOLDER).href]))
}

/**
 * Lets libraries of hundreds of files come from the few that scripts/bundle-libraries.ts made of them: looking for so
 * many files takes longer than all else of a start. Those that are not bundled come as ever.
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

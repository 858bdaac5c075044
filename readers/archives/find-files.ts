import { comparablePath } from './file-names.ts'
import type { ArchivedFile } from './list-archive.ts'

/** Files by the names that were asked for, and names that could be several files. Other names have no file. */
export type FoundFiles = { found: Map<string, ArchivedFile>; unclear: string[] }

const fileNameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/**
 * Finds files by their paths, or by the ends of these. A name alone, or one with folders that the archive does not have, finds a file only
 * where no other file, and no other path that is asked for, has this name. Files of equal content are one.
 */
export function findFiles(files: readonly ArchivedFile[], names: Iterable<string>): FoundFiles {
  const spelled = files.flatMap((file) => file.spellings.map((spelling) => ({ file, path: comparablePath(spelling) })))
  const byName = Map.groupBy(spelled, ({ path }) => fileNameOf(path))
  const asked = Array.from(new Set(names), (name) => ({ name, path: comparablePath(name), hasFolders: /[\\/]/.test(name) }))
  const pathsByName = new Map<string, Set<string>>()
  for (const { path } of asked) pathsByName.set(fileNameOf(path), (pathsByName.get(fileNameOf(path)) ?? new Set()).add(path))

  const read: FoundFiles = { found: new Map(), unclear: [] }
  for (const { name, path, hasFolders } of asked) {
    const named = byName.get(fileNameOf(path)) ?? []
    const whole = hasFolders ? named.filter((one) => one.path === path) : []
    const ending = whole.length > 0 ? whole : named.filter((one) => one.path === path || one.path.endsWith(`/${path}`))
    const isOnlyNamed = ending.length === 0
    const [first, ...others] = new Map((isOnlyNamed ? named : ending).map(({ file }) => [file.content, file])).values()
    if (!first) continue
    if (others.length > 0 || (isOnlyNamed && pathsByName.get(fileNameOf(path))!.size > 1)) read.unclear.push(name)
    else read.found.set(name, first)
  }
  return read
}

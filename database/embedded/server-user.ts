import { chown, lchown, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type ServerUser = { uid: number; gid: number }

/** PostgreSQL refuses to run as root; this is `nobody` on every common system. */
const NOBODY: ServerUser = { uid: 65_534, gid: 65_534 }

export const isRoot = () => process.geteuid?.() === 0

/** This process's own user, or, where that is root, the one that already owns the data, or `nobody`. */
export async function serverUser(data: string | undefined): Promise<ServerUser> {
  if (!isRoot()) return { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 }
  const owner = data === undefined ? undefined : await stat(data)
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY
}

/** Whether the user may traverse every folder down to this one and use its files. */
export async function canReach(user: ServerUser, folder: string): Promise<boolean> {
  if (!(await allows(user, folder, 0o1))) return false
  const parent = dirname(folder)
  return parent === folder || canReach(user, parent)
}

/** Whether the mode of a file or folder gives the user these rights: 4 read, 2 write, 1 run or pass. */
export async function allows(user: ServerUser, path: string, rights: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(path)
  const granted = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode
  return (granted & rights) === rights
}

/** Gives a folder and all that is in it to the user; needs root. */
export async function giveTo(user: ServerUser, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await giveTo(user, path)
    else await lchown(path, user.uid, user.gid)
  }
  // Last, so that an interrupted change is repeated.
  await chown(folder, user.uid, user.gid)
}

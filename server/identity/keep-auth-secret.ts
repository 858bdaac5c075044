import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'

const SECRET_BYTES = 32
const FILE_NAME = 'auth-secret'

/**
 * The secret that signs cookies and mail links, stored in the data folder so that a restart ends no session. Made at the
 * first start: 32 random bytes as hex. Processes that start concurrently get the same one.
 * @throws Error when the file exists but has no secret.
 */
export async function keepAuthSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE_NAME)
  const kept = await readSecret(path)
  if (kept !== undefined) return kept

  await mkdir(dataDir, { recursive: true })
  await writeOnce(path, randomBytes(SECRET_BYTES).toString('hex'))
  const secret = await readSecret(path)
  if (secret === undefined) throw new Error(`${path} could not be written`)
  return secret
}

async function readSecret(path: string): Promise<string | undefined> {
  try {
    const secret = (await readFile(path, 'utf8')).trim()
    if (secret.length < SECRET_BYTES * 2) throw new Error(`${path} holds no usable secret; delete it to get a new one`)
    return secret
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** The file appears complete or not at all, and one that another process has just made stays. */
async function writeOnce(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(`${text}\n`)
    await file.sync()
    await link(unfinished, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await file.close()
    await unlink(unfinished)
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

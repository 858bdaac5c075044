import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { archiveSettings, prepareArchive, walFolderOf } from './archive.ts'
import { serverUser } from './server-user.ts'

/** What PostgreSQL puts in the place of each. */
const PLACEHOLDERS: Record<string, (file: string) => string> = { '%%': () => '%', '%f': () => NAME, '%p': (file) => file }
const NAME = '00000001000000000000002A'

/** An archive in a folder whose name is hard on shells, and PostgreSQL's question to keep a file with this content. */
async function openArchive() {
  const room = await mkdtemp(join(tmpdir(), 'teleforge-archive-'))
  // For the server's user, as root.
  await chmod(room, 0o755)
  onTestFinished(() => rm(room, { recursive: true }))
  const archive = join(room, `the owner's "$HOME" archive, 100%f`)
  await prepareArchive(archive, await serverUser(room))
  const keep = async (content: string) => {
    const file = join(room, NAME)
    await writeFile(file, content)
    const command = archiveSettings(archive)['archive_command']!.replaceAll(/%./g, (sign) => PLACEHOLDERS[sign]!(file))
    return promisify(execFile)('sh', ['-c', command]).then(
      () => 'kept',
      () => 'refused',
    )
  }
  return { archive, folder: walFolderOf(archive), keep }
}

test('a finished file of the log is kept, and once more when PostgreSQL asks again after a crash (63)', async () => {
  const { folder, keep } = await openArchive()

  expect([await keep('first file'), await keep('first file')]).toEqual(['kept', 'kept'])

  expect(await readdir(folder)).toEqual([`${NAME}.gz`])
  expect(gunzipSync(await readFile(join(folder, `${NAME}.gz`))).toString()).toBe('first file')
})

test("a file of another database does not take the place of this one's (63)", async () => {
  const { folder, keep } = await openArchive()

  expect([await keep('of one shop'), await keep('of another shop')]).toEqual(['kept', 'refused'])

  expect(gunzipSync(await readFile(join(folder, `${NAME}.gz`))).toString()).toBe('of one shop')
})

test('what cannot be written is not said to be kept (63)', async () => {
  const { folder, keep } = await openArchive()
  await rm(folder, { recursive: true })

  expect(await keep('lost')).toBe('refused')
})

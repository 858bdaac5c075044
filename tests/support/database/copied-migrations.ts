import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterTheFile } from '../runner/after-the-file.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../database/migrations', import.meta.url))
const BETWEEN = '\n--> statement-breakpoint\n'

type Journal = { entries: { idx: number; when: number; tag: string }[] }

const readJournal = async (folder: string): Promise<Journal> => JSON.parse(await readFile(join(folder, 'meta', '_journal.json'), 'utf8'))

/** A folder with the shop's migrations, deleted at the end of the file. */
async function copyMigrations(): Promise<string> {
  const room = await mkdtemp(join(tmpdir(), 'teleforge-migrations-'))
  afterTheFile(() => rm(room, { recursive: true, force: true }))
  const folder = join(room, 'migrations')
  await cp(MIGRATIONS, folder, { recursive: true })
  return folder
}

/** A folder with the shop's migrations and one more, of this statement. */
export async function withOneMore(statement: string): Promise<string> {
  const folder = await copyMigrations()
  const { entries, ...journal } = await readJournal(folder)
  const last = entries.at(-1)!
  const more = { ...last, idx: last.idx + 1, when: last.when + 1, tag: 'one_more' }
  await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries: [...entries, more] }))
  await writeFile(join(folder, `${more.tag}.sql`), statement)
  return folder
}

/** The shop's migrations, the last of which ends with one more statement. */
export async function withLonger(statement: string): Promise<string> {
  const folder = await copyMigrations()
  const { entries } = await readJournal(folder)
  const last = join(folder, `${entries.at(-1)!.tag}.sql`)
  await writeFile(last, (await readFile(last, 'utf8')) + BETWEEN + statement)
  return folder
}

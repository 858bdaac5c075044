import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usePrivateServer } from '#database/embedded.ts'
import { EarlierDatabase } from '#database/applied-migrations.ts'
import { MANIFEST, type BackupManifest } from '#server/run/backup/backup-files.ts'
import { madeEarlier } from '#tests/support/database/earlier-database.ts'
import { makeDatabase } from '#tests/support/database/made-database.ts'
import { withClient } from '#tests/support/database/postgres.ts'
import { commandEnvironment } from '#tests/support/shops/command-environment.ts'

const SENTENCE = new EarlierDatabase().message

let room: string
/** A data folder whose private PostgreSQL has a database of an earlier version. */
let dataDir: string

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'teleforge-earlier-'))
  await chmod(room, 0o755)
  dataDir = join(room, 'data')
  await mkdir(dataDir)
  await usePrivateServer({ folder: join(dataDir, 'postgres'), log: () => {} }, (connection) =>
    withClient(connection, (client) => client.query(madeEarlier)),
  )
})

afterAll(() => rm(room, { recursive: true, force: true }))

type Ended = { code: number; stdout: string; stderr: string }

function run(program: string, variables: NodeJS.ProcessEnv): Promise<Ended> {
  const [file = '', ...words] = program.split(' ')
  const env = commandEnvironment({ PORT: '0', DATA_DIR: dataDir, BACKUP_DIR: join(room, 'backups'), ...variables })
  return new Promise((resolve) => {
    execFile(process.execPath, [`server/${file}.ts`, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

const PROGRAMS = ['main', 'run/commands/shop verify', 'run/commands/shop admin list', 'run/commands/backup']

test.each(PROGRAMS)('%s refuses a data folder of a version before 1.0.0 in a sentence (62)', async (program) => {
  const { code, stderr } = await run(program, {})

  expect(code).toBe(1)
  expect(stderr).toBe(`${SENTENCE}\n`)
})

test('several processes refuse it together in one sentence (62)', async () => {
  const { code, stderr } = await run('main', { SHOP_PROCESSES: '2', SHOP_URL: 'http://127.0.0.1:3000' })

  expect(code).toBe(1)
  expect(stderr).toBe(`${SENTENCE}\n`)
})

test('a database of DATABASE_URL is refused in the same sentence, and the check of the shop says so (62)', async () => {
  const database = await makeDatabase()
  await database.run(`set role ${database.user}; ${madeEarlier}`)
  const variables = { DATABASE_URL: database.url, DATA_DIR: join(room, 'beside') }

  const start = await run('main', variables)
  const check = await run('run/commands/shop check', variables)

  expect(start).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The PostgreSQL at \S+ \(DATABASE_URL\) cannot be used: This database was made/),
  })
  expect(start.stderr.trim().endsWith(SENTENCE)).toBe(true)
  expect(check.stdout.split('\n').find((line) => line.startsWith('Database'))).toMatch(/This database was made by a version before 1\.0\.0/)
})

test('a backup of a version before 1.0.0 is refused, and nothing is written (62)', async () => {
  const manifest: BackupManifest = {
    format: 1,
    madeAt: new Date().toISOString(),
    shopVersion: '0.1.0',
    postgresVersion: '18',
    migrations: ['a'.repeat(64), 'b'.repeat(64)],
    tables: [],
    files: [],
  }
  const [kept, target] = [join(room, 'kept'), join(room, 'target')]
  await mkdir(kept)
  await writeFile(join(kept, MANIFEST), JSON.stringify(manifest))

  const { code, stderr } = await run(`run/commands/restore ${kept}`, { DATA_DIR: target })

  expect(code).toBe(1)
  expect(stderr).toBe(
    'The backup is of a database from before version 1.0.0, which this version cannot upgrade. Restore it with the version that made it.\n',
  )
  expect(await readdir(target).catch(() => [])).toEqual([])
})

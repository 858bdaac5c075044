import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMigrations } from '#database/migrate.ts'
import { MANIFEST, type BackupManifest } from '#server/run/backup/backup-files.ts'
import { NOBODY } from '#tests/support/nobody.ts'
import { commandEnvironment } from '#tests/support/shops/command-environment.ts'

const COMMANDS = join(import.meta.dirname, '..', '..', 'server', 'run', 'commands')

let room: string

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'teleforge-unreachable-'))
  await chmod(room, 0o755)
  const manifest: BackupManifest = {
    format: 1,
    madeAt: new Date().toISOString(),
    shopVersion: '1.0.0',
    postgresVersion: '18',
    migrations: listMigrations().map(({ hash }) => hash),
    tables: [],
    files: [],
  }
  await mkdir(join(room, 'kept'))
  await writeFile(join(room, 'kept', MANIFEST), JSON.stringify(manifest))
})

afterAll(() => rm(room, { recursive: true, force: true }))

function run(command: string, DATABASE_URL: string): Promise<{ code: number; stderr: string }> {
  const [program, ...words] = command.split(' ')
  const env = commandEnvironment({ DATA_DIR: join(room, 'data'), DATABASE_URL })
  return new Promise((resolve) => {
    execFile(process.execPath, [join(COMMANDS, `${program}.ts`), ...words], { env, cwd: room }, (error, _, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stderr })
    })
  })
}

test.each(['shop verify', 'backup', 'restore kept'])('%s says in one line that nobody answers at DATABASE_URL', async (command) => {
  const { code, stderr } = await run(command, `postgres://shop:CANARY@${NOBODY}/shop`)

  expect(code).toBe(1)
  expect(stderr).toBe(`The PostgreSQL at ${NOBODY} (DATABASE_URL) cannot be used: connect ECONNREFUSED ${NOBODY}\n`)
})

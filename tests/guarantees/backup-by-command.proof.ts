import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MANIFEST } from '#server/run/backup/backup-files.ts'
import { backupName, listBackups } from '#server/run/backup/list-backups.ts'
import { sampleAccounts } from '#server/run/startup/sample-accounts.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { runShop } from '#tests/support/shops/run-shop.ts'

const BACKUP_LIMIT_MS = 5 * HANG_LIMIT_MS
const WHOLE_LIMIT_MS = 2 * BACKUP_LIMIT_MS

let room: string

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'teleforge-keeping-'))
  await chmod(room, 0o755)
})

afterAll(() => rm(room, { recursive: true, force: true }))

const runWith = (env: NodeJS.ProcessEnv, program: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [`server/run/commands/${program}.ts`, ...words], { env: { PATH: process.env['PATH'], ...env } })
const run = (program: string, dataDir: string, ...words: string[]) => runWith({ DATA_DIR: dataDir }, program, ...words)

test(
  'a running shop backs itself up, and the backup becomes a shop in which people sign in (63)',
  { timeout: WHOLE_LIMIT_MS },
  async () => {
    const backups = join(room, 'backups')
    const shop = await runShop({ BACKUP_HOURS: '1', BACKUP_DIR: backups })
    // It is made with the lowest priority.
    await expect.poll(() => listBackups(backups), { interval: 100, timeout: BACKUP_LIMIT_MS }).toHaveLength(1)
    const { stdout: state } = await run('shop', shop.dataDir, 'verify')
    await shop.stop()

    const [name] = await readdir(backups)
    const { stdout: restored } = await run('restore', join(room, 'data'), join(backups, name!))
    const again = await runShop({ DATA_DIR: join(room, 'data') })
    const { email, password } = sampleAccounts.customer
    const answer = await fetch(`${again.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const parts = await (await fetch(`${again.url}/api/allPartsCount`)).json()
    await again.stop()

    expect(
      state
        .trim()
        .split('\n')
        .every((line) => line.endsWith(' ok')),
    ).toBe(true)
    expect(restored).toContain('The shop is restored in')
    expect(restored).toContain('API keys that were revoked since the backup work again')
    expect(answer.status).toBe(200)
    expect(parts).toEqual({ count: 24 })
  },
)

test('the nightly command keeps the newest backups, beside those of other names (63)', { timeout: WHOLE_LIMIT_MS }, async () => {
  const backups = join(room, 'nightly')
  const older = [1, 2, 3].map((day) => backupName(new Date(Date.UTC(2026, 0, day))))
  for (const name of [...older, 'by-hand']) {
    await mkdir(join(backups, name), { recursive: true })
    await writeFile(join(backups, name, MANIFEST), '{}')
  }
  const shop = await runShop({})
  const env = { DATA_DIR: shop.dataDir, BACKUP_DIR: backups, BACKUP_KEEP: '2' }

  const unknown = runWith(env, 'backup', '--remove-old')
  await expect(unknown).rejects.toThrow('Usage: npm run backup [-- FOLDER], or npm run backup -- --remove-oldest')
  await runWith(env, 'backup')
  const afterOne = await listBackups(backups)
  await runWith(env, 'backup', '--remove-oldest')
  const left = await readdir(backups)
  await shop.stop()

  expect(afterOne).toHaveLength(4)
  expect(left).toHaveLength(3)
  expect(left).toContain('by-hand')
  expect(left.filter((name) => older.includes(name))).toEqual([])
})

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clearStaleFiles } from './server.ts'

test('what a killed server left does not say that the next one is ready, which may get the same process id in a container', async () => {
  const data = await mkdtemp(join(tmpdir(), 'teleforge-stale-'))
  onTestFinished(() => rm(data, { recursive: true }))
  const file = join(data, 'postmaster.pid')
  const whatPostgresReads = `26\n/srv/größe\n1795907202\n5432\n/srv/größe/socket\n\n 1234567 8\n`
  await writeFile(file, `${whatPostgresReads}ready   \n`)

  expect(await clearStaleFiles({ data, socketFolder: join(data, 'socket') })).toBe(26)

  expect(await readFile(file, 'utf8')).toBe(whatPostgresReads)
})

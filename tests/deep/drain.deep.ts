import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { reportFigure } from '#tests/support/load/figures.ts'
import { databaseAddress } from '#tests/support/real-world/real-world-database.ts'
import { restartUnderLoad } from '#tests/support/crash/rolling-restarts.ts'

const MINUTES = Number(process.env['DEEP_MINUTES'] ?? 10)

test('a SIGTERM every five seconds, and no visitor notices (57) (G15)', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'teleforge-drain-'))
  const env = { DATA_DIR: dataDir, DATABASE_URL: await databaseAddress(), DRAIN_MS: '1500' }
  const ends = performance.now() + MINUTES * 60_000

  const { answered, failed, exitCodes } = await restartUnderLoad(
    env,
    () => performance.now() < ends,
    () => delay(2_000),
  )
  await rm(dataDir, { recursive: true, force: true })

  reportFigure('G15', `${exitCodes.length} restarts, ${answered} requests answered, ${failed.length} failed`, '0 failed')
  expect(failed).toEqual([])
  expect(exitCodes.every((code) => code === 0)).toBe(true)
})

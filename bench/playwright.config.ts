import { join } from 'node:path'
import journeys from '../playwright.config.ts'

const MINUTE_MS = 60_000

/** Measurements in a browser, one after the other, on a shop as the journeys have it. */
export default {
  ...journeys,
  testDir: 'browser',
  testMatch: '*.measure.ts',
  timeout: 10 * MINUTE_MS,
  expect: { timeout: MINUTE_MS },
  fullyParallel: false,
  workers: 1,
  retries: 0,
  reporter: [['list' as const]],
  use: { ...journeys.use, actionTimeout: MINUTE_MS },
  webServer: { ...[journeys.webServer].flat()[0]!, cwd: join(import.meta.dirname, '..') },
}

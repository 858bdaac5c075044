import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/support/browser/find-browser.ts'
import { EXPECT_LIMIT_MS, HANG_LIMIT_MS, TEST_LIMIT_MS } from './tests/support/runner/hang-limit.ts'

// This file is read once more by every worker; what the first reading chose is handed on in the environment.
const dataDir = (process.env['JOURNEYS_DATA_DIR'] ??= newFolder())
const { executablePath, args, env } = await findBrowser()

/** Some journeys go by HTTPS, with certificates of their own. Ignoring each error as it comes ends in too many retries. */
const TRUST_OWN_CERTIFICATES = '--ignore-certificate-errors'

/** Journeys: each one promise of the specification, in a real browser, against the shop as `npm start` runs it but for cheap password hashes. */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.journey.ts',
  timeout: TEST_LIMIT_MS,
  expect: { timeout: EXPECT_LIMIT_MS, toPass: { timeout: EXPECT_LIMIT_MS } },
  fullyParallel: true,
  // One for each core.
  workers: 2,
  reporter: [['list'], ['./tests/support/runner/slowest-files.ts']],
  // In the gate a red journey is tried once more, and named: a defect to be mended.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    // Set by `webServer.wait` before a worker reads this file.
    baseURL: `http://localhost:${process.env['JOURNEYS_PORT']}`,
    launchOptions: { executablePath, args: [...args, TRUST_OWN_CERTIFICATES], env: { ...stringsOf(process.env), ...env } },
    screenshot: 'only-on-failure',
    actionTimeout: EXPECT_LIMIT_MS,
  },
  webServer: {
    command: 'node tests/support/shops/main-with-cheap-passwords.ts',
    wait: { stdout: /is open at http:\/\/localhost:(?<journeys_port>\d+)\s/ },
    env: { PORT: '0', DATA_DIR: dataDir, ADMIN_EMAIL: '', TRUSTED_PROXIES: '127.0.0.1', FETCH_PRIVATE_ADDRESSES: '127.0.0.1' },
    timeout: HANG_LIMIT_MS,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
  },
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'teleforge-journeys-'))
  chmodSync(folder, 0o755)
  return folder
}

function stringsOf(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
}

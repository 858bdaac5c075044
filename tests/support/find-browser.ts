import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

export type Browser = { executablePath: string; args: string[]; env: Record<string, string> }

const SYSTEM_BROWSER = '/usr/bin/chromium'
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The Chromium for the journeys, in this order: `CHROMIUM_PATH`, the system's, Playwright's own, and the one inside
 * a dev dependency, which is unpacked into the temporary folder with the libraries that the system may lack.
 */
export async function findBrowser(): Promise<Browser> {
  for (const path of [process.env['CHROMIUM_PATH'], SYSTEM_BROWSER, chromium.executablePath()]) {
    if (path && existsSync(path)) return { executablePath: path, args: ARGUMENTS, env: {} }
  }
  // The package unpacks its libraries only where it believes to be in the environment it was made for.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs24.x'
  const libraryPath = process.env['LD_LIBRARY_PATH']
  const { default: packed } = await import('@sparticuz/chromium')
  const executablePath = await packed.executablePath()
  if (libraryPath === undefined) delete process.env['LD_LIBRARY_PATH']
  else process.env['LD_LIBRARY_PATH'] = libraryPath
  return {
    executablePath,
    args: [...ARGUMENTS, '--headless=shell', '--no-zygote'],
    env: { LD_LIBRARY_PATH: join(tmpdir(), 'al2023', 'lib') },
  }
}

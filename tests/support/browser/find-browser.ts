import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

export type Browser = { executablePath: string; args: string[]; env: Record<string, string> }

const SYSTEM_BROWSER = '/usr/bin/chromium'
/** In the folder of installed packages, so it never belongs to another version. */
const UNPACKED = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'packed-chromium')
/** The packed one names folders of the environment it was made for; without any font, Chromium exits. */
const FONTS = '<?xml version="1.0"?><fontconfig><dir prefix="relative">fonts</dir></fontconfig>'
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Without processes kept ready for pages that never come.
  '--renderer-process-limit=1',
]

/**
 * The Chromium for the journeys, in this order: `CHROMIUM_PATH`; on Linux the one inside a dev dependency, which is the
 * same everywhere and, without a window to draw, a third faster; Playwright's own; the system's.
 * @param needs.whole takes the packed one last: Lighthouse sees nothing in a browser that could not have a window.
 * @throws Error where there is none.
 */
export async function findBrowser(needs: { whole?: boolean } = {}): Promise<Browser> {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen && !existsSync(chosen)) throw new Error(`There is no Chromium at CHROMIUM_PATH, ${chosen}.`)
  const canRunPacked = process.platform === 'linux' && process.arch === 'x64'
  if (!chosen && !needs.whole && canRunPacked) return packedBrowser()
  for (const path of [chosen, chromium.executablePath(), SYSTEM_BROWSER]) {
    if (path && existsSync(path)) return { executablePath: path, args: ARGUMENTS, env: {} }
  }
  if (canRunPacked) return packedBrowser()
  throw new Error('There is no Chromium. Set CHROMIUM_PATH to one.')
}

/** With its own libraries and fonts instead of the system's: texts are as wide on every machine. */
async function packedBrowser(): Promise<Browser> {
  if (!existsSync(UNPACKED)) await unpack()
  return {
    executablePath: join(UNPACKED, 'chromium'),
    args: [...ARGUMENTS, '--headless=shell'],
    env: {
      LD_LIBRARY_PATH: join(UNPACKED, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(UNPACKED, 'fonts'),
    },
  }
}

/** Into a separate folder first: another process may do the same, and this one may be killed halfway. */
async function unpack(): Promise<void> {
  const parent = join(UNPACKED, '..')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'unpacking-'))
  // In a separate process, because the package changes the environment of its process.
  const script = "(await import('@sparticuz/chromium')).default.executablePath()"
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    // It unpacks its libraries only where it detects the environment it was made for.
    env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
  })
  await writeFile(join(folder, 'fonts', 'fonts.conf'), FONTS)
  try {
    await rename(folder, UNPACKED)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if (!existsSync(UNPACKED)) throw error
  }
}

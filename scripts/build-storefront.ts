import { spawn } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from '#database/embedded/folder-lock.ts'
import { BUILT_FONTS } from '#server/platform/documents/font-files.ts'
import { bundleLibraries } from './bundle-libraries.ts'
import { copyFonts } from './copy-fonts.ts'

/**
 * Builds the storefront and the server's libraries into build/, with the fonts of PDFs, unless a complete build of the same files exists. Exits
 * with 1 and a message if the build fails.
 */

const ROOT = join(import.meta.dirname, '..')
const BUILD = join(ROOT, 'build')
const BUILDER = join(ROOT, 'node_modules', '.bin', 'react-router')
/** The inputs of a build. */
const INPUTS = [
  'app',
  'contract',
  'readers',
  'public',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'scripts/bundle-libraries.ts',
  'scripts/copy-fonts.ts',
  'server/platform/documents/font-files.ts',
  'tsconfig.json',
  'vite.config.ts',
]
/** The fingerprint of the inputs of a complete build; missing without one. */
const MARKER = join(BUILD, '.inputs')
/** The last written file of a build; it lists all others. */
const SERVER_BUNDLE = join(BUILD, 'server', 'index.js')
const LIBRARIES = join(BUILD, 'libraries')
/** Outside of build/, because every build empties that folder. */
const LOCK_FOLDER = join(ROOT, 'node_modules', '.cache', 'build-storefront')
const OTHER_BUILD_WAIT_MS = 5 * 60_000

async function buildStorefront(): Promise<void> {
  if (await isBuilt()) return console.log('The storefront is built already.')
  if (!existsSync(BUILDER)) {
    throw new Error('The storefront cannot be built: its tools are missing. Run "npm ci", with development packages.')
  }
  await mkdir(LOCK_FOLDER, { recursive: true })
  const lock = await lockFolder(LOCK_FOLDER, 'command', OTHER_BUILD_WAIT_MS)
  if (!lock) throw new Error('The storefront cannot be built: another build is running and does not end.')
  try {
    if (await isBuilt()) return console.log('The storefront was just built by another start.')
    await build()
  } finally {
    await lock.release()
  }
}

async function build(): Promise<void> {
  const start = performance.now()
  const inputs = await inputsHash()
  await rm(MARKER, { force: true })
  const status = await runBuilder()
  if (status !== 0) {
    throw new Error(`The storefront could not be built; what is wrong stands above (react-router build: ${status}).`)
  }
  await bundleLibraries(LIBRARIES)
  await copyFonts(BUILT_FONTS)
  // If files changed during the build, the next start builds again.
  await writeFile(MARKER, await markOf(inputs))
  console.log(`The storefront was built in ${((performance.now() - start) / 1_000).toFixed(1)} s.`)
}

/** Whether the marker matches these inputs and the existing bundle. */
async function isBuilt(): Promise<boolean> {
  if (!existsSync(MARKER) || !existsSync(SERVER_BUNDLE) || !existsSync(LIBRARIES) || !existsSync(BUILT_FONTS)) return false
  return (await readFile(MARKER, 'utf8')) === (await markOf(await inputsHash()))
}

async function markOf(inputs: string): Promise<string> {
  const hash = createHash('sha256')
  await addToHash(hash, SERVER_BUNDLE)
  return `${inputs} ${hash.digest('hex')}\n`
}

async function inputsHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const input of INPUTS.map((name) => join(ROOT, name)).filter(existsSync)) await addToHash(hash, input)
  return hash.digest('hex')
}

/** Adds a file, or all files below a folder, by name, length and contents. */
async function addToHash(hash: Hash, path: string): Promise<void> {
  if ((await stat(path)).isDirectory()) {
    for (const name of (await readdir(path)).toSorted()) await addToHash(hash, join(path, name))
    return
  }
  const contents = await readFile(path)
  hash.update(`${path.slice(ROOT.length)}\0${contents.length}\0`).update(contents)
}

/** Runs `react-router build`, shows its output, and returns its exit status or signal. */
async function runBuilder(): Promise<number | NodeJS.Signals | null> {
  const child = spawn(process.execPath, [BUILDER, 'build'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const end = (signal: NodeJS.Signals) => child.kill(signal)
  process.once('SIGINT', end).once('SIGTERM', end)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject).once('exit', (status, signal) => resolve(status ?? signal))
    })
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end)
  }
}

try {
  await buildStorefront()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

import { execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { bundleLibraries } from '../bundle-libraries.ts'

/*
 * `node scripts/release/lay-out.ts FOLDER` lays out a release in a new folder, after it has built the storefront: the sources
 * without tests, the build, and a package.json and package-lock.json of what runs alone. Then, with Node 24 and nothing else of this
 * checkout, `npm ci` in FOLDER installs its packages, and `npm start` or `node server/main.ts` starts it.
 */

const ROOT = join(import.meta.dirname, '../..')
/** What a release has of the checkout, beside the build and the manifest. */
export const PARTS = [
  'app',
  'catalogue',
  'contract',
  'database',
  'deploy',
  'docs',
  'readers',
  'server',
  'scripts/require-node.mjs',
  '.node-version',
  '.npmrc',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
]
const BUILT = ['client', 'server', 'fonts']
const TEST = /\.(?:test|proof)\.ts$/

type Lockfile = { packages: Record<string, { version?: string; integrity?: string }> }

/** `npm run dev`, which watches the sources, begins with a variable. */
const RUNS_SERVER = /^node (?:--\S+ )*server\//

/** The package.json of what runs: it needs no tools, and its start builds nothing. */
export function manifestOfRelease() {
  const kept = Object.entries(packageJson.scripts).filter(([, command]) => RUNS_SERVER.test(command))
  return {
    ...packageJson,
    scripts: { prestart: 'node scripts/require-node.mjs', ...Object.fromEntries(kept) },
    devDependencies: undefined,
  }
}

/** @throws Error when the folder exists, or the storefront cannot be built. */
export async function layOut(folder: string): Promise<void> {
  await mkdir(folder)
  execFileSync(process.execPath, ['scripts/build-storefront.ts'], { cwd: ROOT, stdio: 'inherit' })
  for (const part of PARTS) {
    await cp(join(ROOT, part), join(folder, part), { recursive: true, filter: (name) => !TEST.test(name) })
  }
  for (const part of BUILT) await cp(join(ROOT, 'build', part), join(folder, 'build', part), { recursive: true })
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifestOfRelease(), undefined, 2)}\n`)
  await lockPackages(folder)
  await bundleLibraries(join(folder, 'build', 'libraries'), join(folder, 'package-lock.json'))
}

/** The shop's own lockfile without the packages that do not run: npm takes them out, and changes no version. */
async function lockPackages(folder: string): Promise<void> {
  const [whole, lockfile] = [join(ROOT, 'package-lock.json'), join(folder, 'package-lock.json')]
  await cp(whole, lockfile)
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--offline'], { cwd: folder, stdio: 'inherit' })
  const [ours, kept] = await Promise.all([whole, lockfile].map(async (file) => JSON.parse(await readFile(file, 'utf8')) as Lockfile))
  for (const [path, { version, integrity }] of Object.entries(kept!.packages)) {
    if (version !== ours!.packages[path]?.version || integrity !== ours!.packages[path]?.integrity) {
      throw new Error(`The lockfile of the release has another ${path} than package-lock.json.`)
    }
  }
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) {
    console.error('Name the new folder: node scripts/release/lay-out.ts FOLDER')
    process.exitCode = 1
  } else {
    await layOut(resolve(folder))
  }
}

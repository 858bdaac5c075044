import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { report } from '../measured.ts'

const ASSETS = join(import.meta.dirname, '../../build/client/assets')

/** Bytes of JavaScript of a page for reading, and of one with a form or the quote's editor. */
const READING = 150_000
const FORM = 200_000

type Manifest = { entry: { module: string; imports: string[] }; routes: Record<string, { module: string; imports: string[] }>; url: string }

/** What React Router gives to the browser: the files of each route. */
function readManifest(): Manifest {
  const name = readdirSync(ASSETS).find((one) => /^manifest-[\w-]+\.js$/.test(one))!
  const text = readFileSync(join(ASSETS, name), 'utf8')
  return { ...(JSON.parse(text.slice(text.indexOf('=') + 1).replace(/;\s*$/, '')) as Manifest), url: `/assets/${name}` }
}

const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
const IMPORTED = /(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g

/** These files and all that they import, but not those that they ask for later. */
function withImports(names: string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue
    found.add(name)
    const text = readFileSync(join(ASSETS, name), 'utf8')
    withImports(
      Array.from(text.matchAll(IMPORTED), ([, imported]) => imported!),
      found,
    )
  }
  return found
}

const zippedBytes = (name: string) => gzipSync(readFileSync(join(ASSETS, name)), { level: 9 }).length

test.each([
  ['/', 'company/home', READING],
  ['/inventory', 'parts/parts-list', READING],
  ['/blogs', 'company/blogs', READING],
  ['/about', 'company/about', READING],
  ['/quote', 'quotes/instant-quote', FORM],
  ['/contact-us', 'company/contact', FORM],
  ['/login', 'identity/login', FORM],
  ['/register', 'identity/register', FORM],
] as const)('the JavaScript of %s, each file compressed with gzip as it stands', (path, route, atMost) => {
  const { entry, routes, url } = readManifest()
  const screens = ['root', route].map((id) => {
    expect(routes, id).toHaveProperty([id])
    return routes[id]!
  })
  // The screen asks for its editor when it is there.
  const asked = path === '/quote' ? readdirSync(ASSETS).filter((name) => /^quote-editor-[\w-]+\.js$/.test(name)) : []

  const names = withImports([url, ...[entry, ...screens].flatMap(({ module, imports }) => [module, ...imports])].map(nameOf).concat(asked))

  const found = [...names].reduce((sum, name) => sum + zippedBytes(name), 0)
  report({ what: `JavaScript of ${path}`, found, unit: 'bytes', atMost, note: `${names.size} files` })
})

import { expect, test } from 'vitest'
import { hashInlineScripts } from './inline-scripts.ts'
import { scriptsLast } from './scripts-last.ts'

const start = `import "/manifest-1.js";
import * as route0 from "/root-3.js";
window.__reactRouterRouteModules = {"root":route0};
import("/entry-5.js");`
const page = `<head><link rel="preload" href="/a.woff2" as="font"/><link rel="manifest" href="/site.webmanifest"/><link rel="modulepreload" nonce="n" href="/manifest-1.js"/><link rel="modulepreload" href="/library-2.js"/></head>
<body><p>Boards</p><script nonce="n">before()</script><script nonce="n" type="module" async="">${start}</script><script nonce="n">after()</script></body>`

test('scripts are requested once the page has been painted, and start as they would have', () => {
  const { html, later } = scriptsLast(page)

  expect(later).toEqual([start])
  expect(html).toContain('<head><link rel="preload" href="/a.woff2" as="font"/></head>')
  expect(html).not.toMatch(/>\s*import/)
  const waiting = /async="">([^]*?)<\/script>/.exec(html)?.[1] ?? ''
  expect(waiting.indexOf('"paint"')).toBeGreaterThan(0)
  expect(waiting.indexOf('["/manifest-1.js","/library-2.js"]')).toBeGreaterThan(waiting.indexOf('"paint"'))
  expect(waiting).toContain(JSON.stringify(start))
})

test('the manifest, which a reader does not need, is requested with the scripts', () => {
  const { html } = scriptsLast(page)
  const without = scriptsLast(page.replace(/<link rel="manifest"[^>]*>/, '')).html

  expect(html).toContain('add("link", { rel: "manifest", href: "/site.webmanifest" });')
  expect(without).not.toContain('manifest"')
})

test('the policy of such a page names the inserted script', () => {
  const { html, later } = scriptsLast(page)
  const [itself] = hashInlineScripts(`<script nonce="n">${start}</script>`, 'n').sources

  expect(hashInlineScripts(html, 'n', later).sources).toContain(itself)
  expect(hashInlineScripts(html, 'n').sources).not.toContain(itself)
})

test('nothing in the script can end the one around it', () => {
  const { html } = scriptsLast(page.replace('"/root-3.js"', '"/<!--<script>"'))

  expect(html.match(/<script/g)).toHaveLength(3)
})

test('a page with another start script is unchanged', () => {
  const other = page.replace('import "/manifest-1.js";', '')

  expect(scriptsLast(other.replace('import * as', 'load'))).toEqual({ html: other.replace('import * as', 'load'), later: [] })
})

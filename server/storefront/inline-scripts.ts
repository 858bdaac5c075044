import { createHash } from 'node:crypto'

const SCRIPT = /<script\b([^>]*)>([^]*?)<\/script>/g

/**
 * Takes the nonce out of a page and names, as sources for its policy, the inline scripts that carried it. So one page
 * serves many, and still no script runs that the shop did not put there itself: one that came in with a text has no
 * nonce while the page is drawn, and gets no hash.
 * @param later scripts that the page's own ones insert.
 */
export function hashInlineScripts(html: string, nonce: string, later: string[] = []): { html: string; sources: string[] } {
  const mark = ` nonce="${nonce}"`
  const sources = new Set(later.map(sourceOf))
  for (const [, attributes = '', script = ''] of html.matchAll(SCRIPT)) {
    if (!attributes.includes(mark) || script === '') continue
    sources.add(sourceOf(script))
  }
  return { html: html.replaceAll(mark, ''), sources: [...sources] }
}

const sourceOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

import { createHash } from 'node:crypto'

const SCRIPT = /<script\b([^>]*)>([^]*?)<\/script>/g

/**
 * Removes the nonce from a page and returns, as sources for its policy, hashes of the inline scripts that had it. The page
 * can then be cached for all visitors, and still only the shop's own scripts run: an injected one has no nonce during
 * rendering, and gets no hash.
 */
export function hashInlineScripts(html: string, nonce: string): { html: string; sources: string[] } {
  const mark = ` nonce="${nonce}"`
  const sources = new Set<string>()
  for (const [, attributes = '', script = ''] of html.matchAll(SCRIPT)) {
    if (!attributes.includes(mark) || script === '') continue
    sources.add(sourceOf(script))
  }
  return { html: html.replaceAll(mark, ''), sources: [...sources] }
}

const sourceOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

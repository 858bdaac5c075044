const PRELOADED_SCRIPT = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g
/** What an installed shop is called; no page needs it to be read. */
const MANIFEST = /<link rel="manifest" href="([^"]+)"\/>/
/** What React Router ends a page with: the imports of its screens, and the start. */
const STARTING_SCRIPT = /(<script\b[^>]* type="module" async="">)(import [^]*?)(<\/script>)/

/** A browser that draws nothing, because nobody looks at the page, begins after that long. */
const LONGEST_WAIT_MS = 1_000

/**
 * Has a page draw itself before it asks for its scripts and its manifest, which would take the line and the processor from
 * its style, typeface and pictures: it can be read, and its links work, without them. Then it inserts `later`, the script
 * that would have stood in the page, as a whole: its modules have to run in one go. A page without one stays as it is.
 */
export function scriptsLast(html: string): { html: string; later: string[] } {
  const [, opening, script, closing] = STARTING_SCRIPT.exec(html) ?? []
  if (script === undefined) return { html, later: [] }

  const [, manifest] = MANIFEST.exec(html) ?? []
  const preloaded = Array.from(html.matchAll(PRELOADED_SCRIPT), ([, href]) => href)
  const wait = `
new Promise((drawn) => {
  new PerformanceObserver((seen) => seen.getEntriesByName("first-contentful-paint")[0] && drawn()).observe({ type: "paint", buffered: true });
  setTimeout(drawn, ${LONGEST_WAIT_MS});
}).then(() => {
  const add = (tag, properties) => document.head.appendChild(Object.assign(document.createElement(tag), properties));
  for (const href of ${asLiteral(preloaded)}) add("link", { rel: "modulepreload", href });
  ${manifest === undefined ? '' : `add("link", { rel: "manifest", href: ${asLiteral(manifest)} });`}
  add("script", { type: "module", textContent: ${asLiteral(script)} }).remove();
});`
  return {
    html: html.replaceAll(PRELOADED_SCRIPT, '').replace(MANIFEST, '').replace(STARTING_SCRIPT, () => `${opening}${wait}${closing}`),
    later: [script],
  }
}

/** Of nothing that could end the script around it. */
const asLiteral = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

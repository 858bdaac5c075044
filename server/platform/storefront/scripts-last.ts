const PRELOADED_SCRIPT = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g
/** The manifest of an installed shop; reading a page does not need it. */
const MANIFEST = /<link rel="manifest" href="([^"]+)"\/>/
/** React Router's last script: the imports of the screens, and the start. */
const STARTING_SCRIPT = /(<script\b[^>]* type="module" async="">)(import [^]*?)(<\/script>)/

/** A browser that does not paint, such as a hidden tab, starts after this time. */
const LONGEST_WAIT_MS = 1_000

/**
 * Makes a page paint before it requests its scripts and its manifest, which would compete with its style, typeface and
 * pictures for network and processor; text and links work without them. Then it inserts `later`, the original script, as a
 * whole, because its modules must run together. A page without such a script is unchanged.
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
    html: html
      .replaceAll(PRELOADED_SCRIPT, '')
      .replace(MANIFEST, '')
      .replace(STARTING_SCRIPT, () => `${opening}${wait}${closing}`),
    later: [script],
  }
}

/** Escapes what could end the surrounding script. */
const asLiteral = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

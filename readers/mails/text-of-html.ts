import { startOf } from '#contract/basics/start-of.ts'

/** Characters of a mail's HTML that are read. */
const LONGEST = 4_000_000
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The rows of a mail that has no text but HTML: a row of a table is a line, its cells have tabs between them. Nothing of it is shown. */
export function textOfHtml(html: string): string {
  return startOf(html, LONGEST)
    .replace(/<(style|script|head|title)\b[^>]*>[^]*?<\/\1>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<\/t[dh]>\s*(?=<t[dh]\b)/gi, '\t')
    .replace(/<(?:br|\/?(?:p|div|tr|li|table|h[1-6]))\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,6})|(\w{2,5}));/g, (whole, code: string | undefined, name: string | undefined) =>
      code === undefined ? (NAMED[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
    )
    .split('\n')
    .map((line) => line.replace(/^ +| +$/g, ''))
    .filter((line) => line.trim() !== '')
    .join('\n')
}

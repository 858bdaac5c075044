/** Markup of Markdown before or around a word. */
const MARKS = /^\s{0,3}(?:[-*+>]|\d{1,9}[.)])\s|\*\*|(?:^|[\s(])[*_][^\s*_][^*_]*[*_](?=$|[\s).,;:!?])|`|\[[^\]]+\]\(/m

export const hasMarkdown = (text: string): boolean => MARKS.test(text)

/** A text without the markup of Markdown, for places of one line: cards, mails, search engines. */
export function withoutMarkdown(text: string): string {
  if (!hasMarkdown(text)) return text
  return text
    .replace(/^\s{0,3}(?:[-*+]|\d{1,9}[.)]|>)\s+/gm, '')
    .replace(/!?\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|`/g, '')
    .replace(/(^|[\s(])[*_]([^\s*_][^*_]*)[*_]/g, '$1$2')
}

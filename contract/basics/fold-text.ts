/** Combining marks and invisible characters. */
const LEFT_OUT =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u00ad\u061c\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu

const WRITTEN_AS: Record<string, string> = {
  ...Object.fromEntries([...'‐‑‒–—―−⁃'].map((dash) => [dash, '-'])),
  ...Object.fromEntries([...'‘’‚‛'].map((quote) => [quote, "'"])),
  ...Object.fromEntries([...'“”„‟'].map((quote) => [quote, '"'])),
  ...Object.fromEntries([...'⁄∕'].map((slash) => [slash, '/'])),
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}
const WRITTEN_OTHERWISE = new RegExp(`[${Object.keys(WRITTEN_AS).join('')}]`, 'gu')

/**
 * A text normalized for searches: without case, accents and the final form of sigma, every blank a space, every dash
 * a hyphen. As `fold_text` of the database, for lists that the browser has.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(LEFT_OUT, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(WRITTEN_OTHERWISE, (sign) => WRITTEN_AS[sign]!)
    .replace(/[\s\u0085]+/gu, ' ')
    .trim()

/** Only its letters and digits, for searches of parts. As `search_form` of the database. */
export const searchForm = (text: string): string =>
  foldText(text)
    .replaceAll('×', 'x')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '')

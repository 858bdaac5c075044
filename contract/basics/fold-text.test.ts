import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { foldText, searchForm } from './fold-text.ts'

const shop = await openShop()

/** How the database folds these texts. */
async function inDatabase(texts: string[]): Promise<{ folded: string; form: string }[]> {
  const { rows } = await shop.db.execute<{ folded: string; form: string }>(sql`
    select fold_text(text) as folded, search_form(text) as form
    from unnest(${sql.param(texts)}::text[]) with ordinality as asked (text, at) order by at`)
  return rows
}

test.each([
  ['two blanks, a tab and a line', ' PO  4711\t\n17 ', 'po 4711 17'],
  ['no-break blanks, narrow and wide ones', 'PO\u00a04711\u202f17\u2009A\u3000B', 'po 4711 17 a b'],
  ['a no-break hyphen, dashes and a minus', 'PO\u20114711\u201317\u20148\u22129', 'po-4711-17-8-9'],
  ['full-width letters and digits', 'ＰＯ－４７１１', 'po-4711'],
  ['what is not to be seen', 'PO\u200b47\u00ad11\ufeff\u2066', 'po4711'],
  ['curly quotes', '55” ‘A’', "55\" 'a'"],
  ['accents, written as one letter or as two', 'Gehäuse R\u0065\u0301sistance', 'gehause resistance'],
  ['Greek capitals, whose last sigma has two forms', 'ΠΑΠΠΑΣ ΠΑΠΠΆΣ παππάς', 'παππασ παππασ παππασ'],
  ['the dotted and the dotless I', 'İSTANBUL Istanbul ıstanbul', 'istanbul istanbul istanbul'],
  ['Cyrillic and Armenian capitals', 'КАБЕЛЬ Ёлка ԵՐԵՎԱՆ', 'кабель елка երեվան'],
  ['letters with strokes and ligatures', 'Øre Łódź STRAẞE straße Ærø œuvre ﬁx', 'ore lodz strasse strasse aero oeuvre fix'],
  ['Hebrew points and Arabic vowels', 'שָׁלוֹם مَرْحَبًا', 'שלום مرحبا'],
  ['scripts without case', '主板 ボード 한국 ไทย', '主板 ボード 한국 ไทย'],
])('a text is looked for without %s', async (_, text, folded) => {
  const [row] = await inDatabase([text])

  expect(row!.folded).toBe(folded)
  expect(foldText(text)).toBe(folded)
  expect(await inDatabase([folded])).toMatchObject([{ folded }])
})

test('browser and database fold every letter of the scripts with two cases alike, whichever case it has', async () => {
  const letters = [
    [0x20, 0x250],
    [0x370, 0x590],
    [0x600, 0x700],
    [0x1e00, 0x1efa],
    [0x1f00, 0x2100],
    [0x3000, 0x3100],
    [0xfb00, 0xfdd0],
    [0xfe70, 0xffef],
  ].flatMap(([from, to]) => Array.from({ length: to! - from! }, (__, index) => String.fromCodePoint(from! + index)))
  // Not signs of phonetics, which have capitals beyond.
  const known = letters.filter((letter) => /\P{Cn}/u.test(letter) && !/[\u2c60-\u2c7f\ua720-\ua7ff]/u.test(letter.toUpperCase()))
  const texts = known.flatMap((letter) => [letter, `a${letter}b`, `a${letter.toUpperCase()}b`])

  const rows = await inDatabase(texts)

  const otherwise = (fold: (text: string) => string, column: 'folded' | 'form') =>
    texts.flatMap((text, index) => (fold(text) === rows[index]![column] ? [] : [[text, fold(text), rows[index]![column]]]))
  expect(otherwise(foldText, 'folded')).toEqual([])
  expect(otherwise(searchForm, 'form').filter(([text]) => /\p{L}|\p{N}/u.test(text!.slice(1, -1)))).toEqual([])
  // The iota below a vowel is beside it in capitals.
  const ofBothCases = known.filter(
    (letter) => /\p{L}/u.test(letter) && !letter.normalize('NFD').includes('\u0345') && foldText(letter) !== foldText(letter.toUpperCase()),
  )
  expect(ofBothCases).toEqual([])
})

test('what is folded stays as it is when it is folded again, and does not depend on the locale of the server', async () => {
  const texts = ['ISTANBUL I', 'ΠΑΠΠΑΣ', 'Ǆ ǅ', 'Ａ\u0301 \u1e9e']
  const { rows } = await shop.db.execute<{ plain: string; again: string }>(sql`
    select fold_text(text collate "C") as plain, fold_text(fold_text(text)) as again from unnest(${sql.param(texts)}::text[]) as asked (text)`)

  expect(rows.map(({ plain }) => plain)).toEqual(texts.map(foldText))
  expect(rows.map(({ again }) => again)).toEqual(texts.map(foldText))
})

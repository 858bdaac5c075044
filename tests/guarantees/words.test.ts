import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { outboxWords } from '#app/words/outbox.ts'
import { mailShares } from '#server/mail/mail-bounds.ts'

/*
 * Every text of screens, messages and mails that takes numbers, as `name: (count: number) => ...`: read from its source, since types are
 * gone when it runs, and called with a single one and with many.
 */

const root = join(import.meta.dirname, '../..')
const files = ['app/words', 'contract'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`),
)

/** Names in which a number is no count: it stands in a name, such as 'O-000123' or 'Version 2'. */
const NAMES = /number|version|page|status|year|rating|percent|id$|^(?:line|row|newest|index|place|step|rate|milliseconds)$/i

type Text = { file: string; name: string; types: [name: string, type: string][]; write: (...values: unknown[]) => unknown }

function textsOf(file: string, source: string, exported: Record<string, unknown>): Text[] {
  const written = new Map<string, [name: string, type: string][]>(
    Array.from(source.matchAll(/^\s+(\w+): \(((?:\w+: [\w ]+(?:, )?)+)\) =>/gm), ([, name, parameters]) => [
      name!,
      parameters!.split(', ').map((one) => one.split(': ') as [string, string]),
    ]),
  )
  const found: Text[] = []
  const walk = (value: unknown) => {
    if (value === null || typeof value !== 'object') return
    for (const [name, one] of Object.entries(value)) {
      const types = written.get(name)
      if (typeof one === 'function' && types && types.length === one.length) found.push({ file, name, types, write: one as Text['write'] })
      else walk(one)
    }
  }
  for (const one of Object.values(exported)) walk(one)
  return found
}

const texts = (
  await Promise.all(
    files.map(async (file) => {
      const source = readFileSync(join(root, file), 'utf8')
      if (!/\w+: \(\w+: /.test(source)) return []
      return textsOf(file, source, (await import(/* @vite-ignore */ join(root, file))) as Record<string, unknown>)
    }),
  )
).flat()

/** A formatted count is a text, too: `count: string`. */
const said = ({ types, write }: Text, count: number, formatted: string) => {
  const values = types.map(([name, type]) => (NAMES.test(name) ? (type === 'number' ? 7 : 'N') : type === 'number' ? count : formatted))
  return String(write(...values))
}

/** '1 pieces', '1 more rows', '1 part have', and no verb such as in 'It has 1 less'. */
const PLURAL =
  /\b1 (?:more |other |new )?(?!contains|has|stays|less|gets|goes|costs|belongs|was|is|numbers)(?:[a-z]*(?:[aiouy]e|[a-z]{2})s|[a-z]+ (?:were|have))\b/

test('numbers of texts are written in groups', () => {
  const wrong = texts.filter((text) => /\b1500\b/.test(said(text, 1_500, 'x'))).map(({ file, name }) => `${file} ${name}`)

  expect(texts.length).toBeGreaterThan(200)
  expect(wrong).toEqual([])
})

test('one of something is singular', () => {
  const wrong = texts
    .map((text) => ({ ...text, says: said(text, 1, '1') }))
    .filter(({ file, name, says }) => PLURAL.test(says) && `${file} ${name}` !== 'app/words/parts-list.ts showing') // a specified sentence
    .map(({ file, name, says }) => `${file} ${name}: ${says}`)

  expect(wrong).toEqual([])
})

test('the outbox has words for each kind of mail', () => {
  expect(Object.keys(mailShares).filter((kind) => !(kind in outboxWords.kinds))).toEqual([])
})

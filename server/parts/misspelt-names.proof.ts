import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insertManyParts, manyParts } from '#tests/support/load/many-parts.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()

async function search(q: string): Promise<string[]> {
  const answer = await shop.visitor.get(`/searchParts?${new URLSearchParams({ q })}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().parts.map(({ name }: { name: string }) => name)
}

/** Letters and digits, as `search_form` returns them. */
const formOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('×', 'x')
    .replace(/[^a-z0-9\u0080-\u{10ffff}]+/gu, '')

/** Edit distance of two texts: wrong, missing, additional and swapped letters. */
function slipsBetween(a: string, b: string): number {
  const row = (i: number) => Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0))
  const rows = Array.from({ length: a.length + 1 }, (_, i) => row(i))
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) rows[i]![j] = Math.min(rows[i]![j]!, rows[i - 2]![j - 2]! + 1)
    }
  }
  return rows[a.length]![b.length]!
}

const slips = {
  wrong: (text: string, at: number, letter: string) => text.slice(0, at) + letter + text.slice(at + 1),
  missing: (text: string, at: number) => text.slice(0, at) + text.slice(at + 1),
  doubled: (text: string, at: number) => text.slice(0, at + 1) + text.slice(at),
  swapped: (text: string, at: number) => text.slice(0, at) + (text[at + 1] ?? '') + text[at]! + text.slice(at + 2),
}

test('a name with one wrong, missing, doubled or swapped letter is in the first three, unless others are as near', async () => {
  const large = await openManyParts(3_000)
  const forms = large.map((name) => formOf(name))
  await fc.assert(
    fc.asyncProperty(
      fc.nat(large.length - 1),
      fc.nat(200),
      fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
      fc.constantFrom(...(Object.keys(slips) as (keyof typeof slips)[])),
      async (which, where, letter, kind) => {
        const name = large[which]!
        const at = where % name.length
        if (!/[a-z0-9]/i.test(name[at]!)) return // dashes and other signs are not searched, so they cannot be mistyped
        const typed = slips[kind](name, at, letter)
        const form = formOf(typed)
        const distances = forms.map((other) => (Math.abs(other.length - form.length) > 1 ? 2 : slipsBetween(other, form)))
        if (distances.includes(0) && distances[which]! > 0) return // it is exactly another part's
        if (distances.filter((distance) => distance <= 1).length > 3) return

        const found = await search(typed)

        expect(found.slice(0, 3), typed).toContain(name)
      },
    ),
    { numRuns: 200 },
  )
})

/** Adds many parts; returns their names. */
async function openManyParts(count: number): Promise<string[]> {
  const many = manyParts(count)
  await insertManyParts(shop.db.$client, many)
  await shop.db.execute('analyze parts')
  return many.map(({ name }) => name)
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from './connect.ts'
import { lookUpTogether } from './look-up-together.ts'

const one = {} as Database
const other = {} as Database

/** Finds every key except 'nobody', and records the look-ups. */
function numbered() {
  const asked: [Database, string[]][] = []
  const find = lookUpTogether(async (db, keys: string[]) => {
    asked.push([db, [...new Set(keys)]])
    await nextTurn()
    if (keys.includes('broken')) throw new Error('the database is away')
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `found ${key}`]))
  })
  return { asked, find }
}

test('what is asked for in one turn is looked for at once, and each gets its own answer', async () => {
  const { asked, find } = numbered()

  const answers = await Promise.all(['a', 'b', 'nobody', 'a', 'c'].map((key) => find(one, key)))

  expect(answers).toEqual(['found a', 'found b', undefined, 'found a', 'found c'])
  expect(asked).toEqual([[one, ['a', 'b', 'nobody', 'c']]])
})

test('what is asked for after a look-up has begun waits for the next', async () => {
  const { asked, find } = numbered()

  const first = find(one, 'a')
  await nextTurn()
  const second = find(one, 'a')

  expect(await Promise.all([first, second])).toEqual(['found a', 'found a'])
  expect(asked).toHaveLength(2)
})

test('each database has its own', async () => {
  const { asked, find } = numbered()

  await Promise.all([find(one, 'a'), find(other, 'b')])

  expect(asked).toEqual([
    [one, ['a']],
    [other, ['b']],
  ])
  expect(asked[0]![0]).toBe(one)
})

test('a failure reaches those who asked together, and nobody after them', async () => {
  const { find } = numbered()

  const together = await Promise.allSettled([find(one, 'a'), find(one, 'broken')])
  const later = await find(one, 'a')

  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(later).toBe('found a')
})

test('a crowd that is too large for one statement is looked for by several', async () => {
  const { asked, find } = numbered()
  const keys = Array.from({ length: 1_201 }, (_, index) => String(index))

  const answers = await Promise.all(keys.map((key) => find(one, key)))

  expect(answers).toEqual(keys.map((key) => `found ${key}`))
  expect(asked.map(([, together]) => together.length)).toEqual([500, 500, 201])
})

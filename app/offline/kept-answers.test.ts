import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepAnswer, keptAnswer } from '#app/offline/kept-answers.ts'
import { fakeCaches } from '#tests/support/doubles/fake-caches.ts'

beforeEach(() => void vi.stubGlobal('caches', fakeCaches('https://parts.example.com')))
afterEach(() => void vi.unstubAllGlobals())

const always = () => true

test('row 90: an answer is found by its own person alone, with its time', async () => {
  await keepAnswer('ann', '["/order"]', { data: [{ number: 7 }], readAt: 1_700_000_000_000 }, always)

  expect(await keptAnswer('ann', '["/order"]')).toEqual({ data: [{ number: 7 }], readAt: 1_700_000_000_000 })
  expect(await keptAnswer('bob', '["/order"]')).toBeUndefined()
  expect(await keptAnswer('ann', '["/quotes"]')).toBeUndefined()
})

test('row 90: the 50 newest answers stay', async () => {
  const keep = (number: number) => keepAnswer('ann', `["/order/${number}"]`, { data: number, readAt: number }, always)

  for (let number = 0; number < 50; number++) await keep(number)
  await keep(0)
  await keep(50)

  expect(await keptAnswer('ann', '["/order/0"]')).toBeDefined()
  expect(await keptAnswer('ann', '["/order/1"]')).toBeUndefined()
  expect(await keptAnswer('ann', '["/order/50"]')).toBeDefined()
})

test('row 90: an answer that was being written during a sign-out does not stay', async () => {
  await keepAnswer('ann', '["/order"]', { data: [], readAt: 1 }, () => false)

  expect(await keptAnswer('ann', '["/order"]')).toBeUndefined()
})

test('row 90: a browser that keeps nothing is left alone', async () => {
  vi.stubGlobal('caches', undefined)

  await keepAnswer('ann', '["/order"]', { data: [], readAt: 1 }, always)
  expect(await keptAnswer('ann', '["/order"]')).toBeUndefined()
})

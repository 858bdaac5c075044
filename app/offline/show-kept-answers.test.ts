import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NetworkError } from '#app/api-error.ts'
import { keptAnswer } from '#app/offline/kept-answers.ts'
import { showKeptAnswers } from '#app/offline/show-kept-answers.ts'
import { fakeCaches } from '#tests/support/doubles/fake-caches.ts'

const ORDERS = ['/order', null, { customer: 'ann@example.com' }]
const showCopyOf = vi.fn<(at?: number, readAgain?: () => void) => void>()
let answer: () => Promise<unknown>
let uid: string | undefined

beforeEach(() => {
  vi.stubGlobal('caches', fakeCaches('https://parts.example.com'))
  showCopyOf.mockReset()
  vi.stubGlobal('window', { showCopyOf })
  vi.stubGlobal('addEventListener', vi.fn())
  uid = 'ann'
})
afterEach(() => void vi.unstubAllGlobals())

const lost = async () => Promise.reject(new NetworkError(undefined))

/** A screen that reads one list, on a page that has just been opened. */
function openScreen(queryKey: unknown[] = ORDERS, retry = false) {
  const client = new QueryClient({ defaultOptions: { queries: { retry, networkMode: 'always' } } })
  showKeptAnswers(client, () => uid)
  const screen = new QueryObserver(client, { queryKey, queryFn: () => answer() })
  const leave = screen.subscribe(() => {})
  return { client, leave, shown: () => screen.getCurrentResult().data, error: () => screen.getCurrentResult().error }
}

/** Reads a list and closes the page. */
async function readOnce(data: unknown, queryKey: unknown[] = ORDERS): Promise<void> {
  answer = async () => data
  const { leave, shown } = openScreen(queryKey)
  await expect.poll(shown).toEqual(data)
  leave()
}

const isKept = (queryKey: unknown[] = ORDERS) => keptAnswer('ann', JSON.stringify(queryKey)).then((kept) => kept !== undefined)

test('row 90: without an answer, the last one is shown, and the next answer replaces it', async () => {
  await readOnce([{ number: 7 }])
  await expect.poll(() => isKept()).toBe(true)
  answer = lost
  const { shown } = openScreen()

  await expect.poll(shown).toEqual([{ number: 7 }])
  await expect.poll(() => showCopyOf).toHaveBeenCalled()
  const [readAt, readAgain] = showCopyOf.mock.lastCall!
  expect(readAt).toBeLessThanOrEqual(Date.now())
  answer = async () => [{ number: 8 }]
  readAgain?.()

  await expect.poll(shown).toEqual([{ number: 8 }])
  expect(showCopyOf).toHaveBeenLastCalledWith()
})

test('row 90: a refusal is shown as it is', async () => {
  await readOnce([{ number: 7 }])
  await expect.poll(() => isKept()).toBe(true)
  answer = async () => Promise.reject(new Error('refused'))
  const { shown, error } = openScreen()

  await expect.poll(error).toEqual(new Error('refused'))
  expect(shown()).toBeUndefined()
  expect(showCopyOf).not.toHaveBeenCalled()
})

test('row 90: another person sees nothing of it', async () => {
  await readOnce([{ number: 7 }])
  await expect.poll(() => isKept()).toBe(true)
  answer = lost
  uid = 'bob'
  const { shown, error } = openScreen()

  await expect.poll(error).not.toBeNull()
  expect(shown()).toBeUndefined()
})

test('row 90: payments, sessions, keys, tracking, and lists over 1,000 rows are not kept', async () => {
  const long = ['/allParts', null, null]
  const others = [
    ['/create-payment-intent'],
    ['/api-keys'],
    ['/track/:token', { token: 'secret' }],
    ['/shared-quotes/:secret', { secret: 's' }],
  ]

  for (const key of others) await readOnce(['kept?'], key)
  await readOnce(
    Array.from({ length: 1_001 }, (_, row) => row),
    long,
  )
  await readOnce([1])
  await expect.poll(() => isKept()).toBe(true)

  for (const key of [...others, long]) expect(await isKept(key), String(key)).toBe(false)
})

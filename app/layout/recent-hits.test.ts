import { beforeEach, expect, test, vi } from 'vitest'
import { keepRecentHit, recentHits } from './recent-hits.ts'

const hit = (path: string) => ({ label: `To ${path}`, path })

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

test('the five latest are kept, the latest first and each once', () => {
  for (const path of ['/1', '/2', '/3', '/4', '/5', '/6', '/3']) keepRecentHit('ann', hit(path))

  expect(recentHits('ann').map(({ path }) => path)).toEqual(['/3', '/6', '/5', '/4', '/2'])
})

test('what one person opened is not shown to the next one, nor after signing out', () => {
  keepRecentHit('ann', hit('/dashboard/payment/1'))

  expect([recentHits('carl'), recentHits('')]).toEqual([[], []])
  keepRecentHit('carl', hit('/2'))
  expect(recentHits('ann')).toEqual([])
})

test('a storage that is not there, or holds another text, leaves the list empty', () => {
  sessionStorage.setItem('recent', 'not ours')
  expect(recentHits('ann')).toEqual([])

  vi.stubGlobal('sessionStorage', undefined)
  keepRecentHit('ann', hit('/1'))
  expect(recentHits('ann')).toEqual([])
})

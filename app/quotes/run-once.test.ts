import { expect, test, vi } from 'vitest'
import { UnreadableFile } from '#readers/lists/unreadable-file.ts'
import { runOnce } from './run-once.ts'

/** A worker that is asked and does nothing by itself. */
function idleWorker() {
  const worker = Object.assign(new EventTarget(), { asked: [] as unknown[], terminate: vi.fn<() => void>() })
  return Object.assign(worker, { postMessage: (data: unknown) => void worker.asked.push(data) })
}

const startOf = (worker: ReturnType<typeof idleWorker>) => () => worker as unknown as Worker
const tell = (worker: EventTarget, data: unknown) => worker.dispatchEvent(new MessageEvent('message', { data }))

test('a program reads its data once, and ends after its answer', async () => {
  const worker = idleWorker()

  const reading = runOnce<string[]>(startOf(worker), 'a file', { maxMs: 60_000 })
  tell(worker, { isReady: true })
  tell(worker, { read: ['a row'] })

  expect([await reading, worker.asked]).toEqual([['a row'], ['a file']])
  expect(worker.terminate).toHaveBeenCalledOnce()
})

test('a program that finds a problem, dies, hangs or is called off is ended, and says why', async () => {
  vi.useFakeTimers()
  const ending = new AbortController()
  const ends: [what: string, end: (worker: EventTarget) => unknown, why: unknown][] = [
    ['finds a problem', (worker) => tell(worker, { problem: 'workbook-locked', rows: 7 }), new UnreadableFile('workbook-locked', 7)],
    ['dies', (worker) => worker.dispatchEvent(new Event('error')), new UnreadableFile('damaged')],
    ['hangs', () => vi.advanceTimersByTime(30_000), new UnreadableFile('too-slow')],
    ['is called off', () => ending.abort(new Error('another file')), new Error('another file')],
  ]
  for (const [what, end, why] of ends) {
    const worker = idleWorker()
    const reading = runOnce(startOf(worker), 'a file', { maxMs: 30_000, signal: ending.signal }).catch((error: unknown) => error)
    end(worker)
    expect(await reading, what).toEqual(why)
    expect(worker.terminate, what).toHaveBeenCalledOnce()
  }
  vi.useRealTimers()
})

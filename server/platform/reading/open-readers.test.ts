import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { openReaders, type ReaderLimits } from './open-readers.ts'

const PROGRAM = fileURLToPath(new URL('../../../tests/support/hostile/obedient-reader.ts', import.meta.url))

const until = (isTrue: () => boolean) => vi.waitUntil(isTrue, { timeout: HANG_LIMIT_MS })

const open = (limits: Partial<ReaderLimits> = {}) => {
  const readers = openReaders(pino({ level: 'silent' }), { clockMs: 2 ** 30, program: PROGRAM, ...limits })
  const read = (wanted: string, owner = 'ann', ask?: (question: string[]) => Promise<unknown>) =>
    readers.read({ kind: 'list', owner, bytes: Buffer.from(wanted), ...(ask && { ask }) }) as Promise<unknown>
  return { readers, read }
}

test.each([
  // Starting a process takes some of it, too.
  ['takes too much processor time', 'spin', 'too-slow', { processorSeconds: 3 }],
  ['takes too much memory for objects', 'objects', 'too-much-inside', { processorSeconds: 60, heapMegabytes: 64 }],
  ['crashes it', 'abort', 'too-much-inside', {}],
])('a file that %s ends its process alone, is refused, and is not read again', async (_, wanted, reason, limits) => {
  const { readers, read } = open(limits)

  await expect(read(wanted)).rejects.toMatchObject({ name: 'Refusal', reason })
  const pids = readers.pids.length
  await expect(read(wanted)).rejects.toMatchObject({ reason })

  expect(pids).toBe(0)
  expect(readers.pids).toEqual([])
  expect(await read('hello')).toMatchObject({ said: 'hello' })
})

test('a file that takes too much memory for bytes is refused, and the system sees to it', async () => {
  const { read } = open({ processorSeconds: 60 })

  await expect(read('bytes')).rejects.toMatchObject({ name: 'Refusal', reason: 'too-much-inside' })
  expect(await read('hello')).toMatchObject({ said: 'hello' })
})

test('a process that somebody ends in the middle loses nothing: the file is read by another one', async () => {
  const { readers, read } = open()
  const questions: number[] = []
  const answer = read('ask', 'ann', async () => {
    questions.push(readers.pids[0]!)
    if (questions.length === 1) process.kill(readers.pids[0]!, 'SIGKILL')
    return questions.length === 1 ? new Promise(() => {}) : 'yes'
  })

  expect(await answer).toEqual({ asked: 'yes', pid: questions[1] })
  expect(questions[0]).not.toBe(questions[1])
})

test('a process that is ended each time is given up, and the file is refused', async () => {
  const { readers, read } = open()
  const answer = read('ask', 'ann', async () => {
    process.kill(readers.pids[0]!, 'SIGKILL')
    return new Promise(() => {})
  })

  await expect(answer).rejects.toMatchObject({ name: 'Refusal' })
})

test('waiting for an answer of the shop is no processor time, and ends by the clock', async () => {
  const { readers, read } = open({ clockMs: 300 })

  await expect(read('ask', 'ann', () => new Promise(() => {}))).rejects.toMatchObject({ reason: 'too-slow' })
  await until(() => readers.pids.length === 0)
})

test('a refusal keeps its reason, its sentence and its rows; an unexpected error of a reader is a damaged file', async () => {
  const { read } = open()

  await expect(read('refuse')).rejects.toMatchObject({ reason: 'empty', message: 'It is empty.', rows: 7 })
  await expect(read('throw')).rejects.toMatchObject({ reason: 'damaged' })
})

test('of one account one file is read at a time, and the smallest of the others is next', async () => {
  const { read } = open({ places: 2 })
  const ended: string[] = []
  const release = new Map<string, () => void>()
  const hold = (owner: string) => read(`ask ${owner}`, owner, () => new Promise((done) => release.set(owner, () => done('yes'))))
  const first = [hold('ann'), hold('bob')]
  await until(() => release.size === 2)
  const later = [
    ['x'.repeat(10), 'eve'],
    ['xxx', 'ann'],
    ['x', 'dan'],
    ['xx', 'ann'],
  ].map(([wanted = '', owner]) => read(wanted, owner).then(() => ended.push(`${owner} ${wanted.length}`)))
  release.get('bob')!()
  await until(() => ended.length >= 2)

  expect(ended).toEqual(['dan 1', 'eve 10'])
  release.get('ann')!()
  await Promise.all([...first, ...later])
  expect(ended).toEqual(['dan 1', 'eve 10', 'ann 2', 'ann 3'])
})

test('the files of an account whose file ended a process come after all others', async () => {
  const { read } = open({ places: 1 })
  const ended: string[] = []
  await expect(read('abort', 'eve')).rejects.toMatchObject({ reason: 'too-much-inside' })
  const release: (() => void)[] = []
  const held = read('ask', 'ann', () => new Promise((done) => release.push(() => done('yes'))))
  await until(() => release.length === 1)
  const later = [
    ['x', 'eve'],
    ['x'.repeat(100), 'dan'],
  ].map(([wanted = '', owner = '']) => read(wanted, owner).then(() => ended.push(owner)))
  release[0]!()
  await Promise.all([held, ...later])

  expect(ended).toEqual(['dan', 'eve'])
})

test('more files than may wait are refused as busy, of one account sooner than of all', async () => {
  const { read } = open({ places: 1, waiting: 3, waitingOfOwner: 1 })
  const release: (() => void)[] = []
  const held = read('ask', 'ann', () => new Promise((done) => release.push(() => done('yes'))))
  await until(() => release.length === 1)
  const waiting = [read('a', 'ann'), read('b', 'bob'), read('c', 'dan')]

  await expect(read('d', 'bob')).rejects.toMatchObject({ code: 'BUSY' })
  await expect(read('e', 'eve')).rejects.toMatchObject({ code: 'BUSY' })
  release[0]!()
  await Promise.all([held, ...waiting])
})

test("files of the shop's people are read before all others, and find room in the queue that others have filled", async () => {
  const { readers, read } = open({ places: 1, waiting: 5 })
  const release: (() => void)[] = []
  const held = read('ask', 'ann', () => new Promise((done) => release.push(() => done('yes'))))
  await until(() => release.length === 1)
  const order: string[] = []
  const others = ['a', 'b', 'c', 'd'].map((owner) => read(owner, owner).then(() => order.push(owner)))

  await expect(read('e', 'eve')).rejects.toMatchObject({ code: 'BUSY' })
  const ofShop = readers
    .read({ kind: 'list', owner: 'clerk', ofShop: true, bytes: Buffer.from('a long one') })
    .then(() => order.push('clerk'))
  release[0]!()
  await Promise.all([held, ofShop, ...others])

  expect(order[0]).toBe('clerk')
})

test('a file whose sender has hung up is left, whether it waits or is read', async () => {
  const { readers, read } = open({ places: 1 })
  const hungUp = new AbortController()
  const ask = () => new Promise(() => {})
  const both = ['ask 1', 'ask 2'].map((wanted) =>
    readers.read({ kind: 'list', owner: wanted, bytes: Buffer.from(wanted), ask, signal: hungUp.signal }),
  )
  hungUp.abort(new Error('gone'))

  expect((await Promise.allSettled(both)).map((one) => one.status === 'rejected' && one.reason.message)).toEqual(['gone', 'gone'])
  expect(await read('hello')).toMatchObject({ said: 'hello' })
})

test('a process ends when it is idle, and reads several files before', async () => {
  const { readers, read } = open({ idleMs: 300, places: 1 })

  const [one, two] = (await Promise.all([read('1'), read('2')])) as { pid: number }[]
  await until(() => readers.pids.length === 0)

  expect(one!.pid).toBe(two!.pid)
  expect(await read('3')).toMatchObject({ said: '3' })
})

test('a process that is reading ends with the shop', async () => {
  const { readers, read } = open()
  const reading = read('spin').catch(() => {})
  await until(() => readers.pids.length === 1)
  const [pid] = readers.pids

  readers.close()
  await until(() => !readers.pids.includes(pid!))
  readers.close()
  await reading
})

test('an idle process that somebody ends does not end the shop when it would have rested long enough', async () => {
  const { readers, read } = open({ idleMs: 300 })
  const { pid } = (await read('1')) as { pid: number }
  const lookedLater = new Promise((resolve) => setTimeout(resolve, 600))
  process.kill(pid, 'SIGKILL')
  await until(() => readers.pids.length === 0)

  await lookedLater
  expect(await read('2')).toMatchObject({ said: '2' })
})

import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { createJobFigures } from './job-figures.ts'
import { startJobs } from './jobs.ts'

const log = pino({ level: 'silent' })

afterEach(() => vi.restoreAllMocks())

test('a job starts on schedule, however long the previous run took (22)', async () => {
  const EVERY_MS = 3_600_000
  let [runs, now] = [0, 0]
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const run = async () => {
    runs += 1
    now += EVERY_MS
  }

  const jobs = startJobs([{ name: 'slow', everyMs: EVERY_MS, run }], log)
  await expect.poll(() => runs).toBeGreaterThan(3)
  await jobs.stop()
})

test('a job that runs once an hour is retried within a minute when it fails (22)', async () => {
  let [runs, now] = [0, 0]
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const run = async () => {
    runs += 1
    now += 60_000
    if (runs < 3) throw new Error('not yet')
  }

  const jobs = startJobs([{ name: 'hourly', everyMs: 3_600_000, run }], log)
  await expect.poll(() => runs).toBe(3)
  await jobs.stop()
})

test('a failed job is retried at its next turn', async () => {
  let runs = 0
  const jobs = startJobs([{ name: 'failing', everyMs: 1, run: () => Promise.reject(new Error(`no ${++runs}`)) }], log)

  await expect.poll(() => runs).toBeGreaterThan(1)
  await jobs.stop()
})

test('lanes of a job that fail together are logged once, and each again when it fails later', async () => {
  const written: string[] = []
  let fail = Promise.withResolvers<never>()
  let waiting = 0
  const run = () => {
    waiting += 1
    return fail.promise
  }
  const failAll = async () => {
    await expect.poll(() => waiting).toBe(8)
    const failing = fail
    ;[fail, waiting] = [Promise.withResolvers<never>(), 0]
    failing.reject(new Error('no connection'))
    await expect.poll(() => waiting).toBe(8)
  }
  const jobs = startJobs(
    [{ name: 'lanes', everyMs: 1, lanes: 8, run }],
    pino({ level: 'warn' }, { write: (line) => void written.push(line) }),
  )

  await failAll()
  expect(written).toHaveLength(1)
  await failAll()
  expect(written).toHaveLength(2)

  const stopped = jobs.stop()
  fail.reject(new Error('stopped'))
  await stopped
})

test('jobs that fail together, as the database takes no writes, are one line of the log, and a fault of a job is one each', async () => {
  const lines: { level: number; job: string }[] = []
  const written = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[0]) })
  let runs = 0
  const fail = async (error: Error) => {
    runs += 1
    throw error
  }
  const readOnly = () => Object.assign(new Error('cannot execute UPDATE in a read-only transaction'), { code: '25006' })
  const names = ['mails', 'webhooks', 'payments']

  const jobs = startJobs(
    [
      ...names.map((name) => ({ name, everyMs: 3_600_000, run: () => fail(readOnly()) })),
      ...names.map((name) => ({ name: `old ${name}`, everyMs: 3_600_000, run: () => fail(new Error('a fault')) })),
    ],
    written,
  )
  await expect.poll(() => runs).toBe(2 * names.length)
  await jobs.stop()

  expect(lines.filter(({ level }) => level === 40).map(({ job }) => job)).toEqual(['mails'])
  expect(lines.filter(({ level }) => level === 50)).toHaveLength(names.length)
})

test('a job that does not get its lock, as another one is at work, leaves quietly and comes again', async () => {
  const [written, figures] = [[] as string[], createJobFigures()]
  let runs = 0
  const run = async () => {
    runs += 1
    if (runs < 3) throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
  }
  const jobs = startJobs(
    [{ name: 'lane', everyMs: 1, run }],
    pino({ level: 'warn' }, { write: (line) => void written.push(line) }),
    figures,
  )

  await expect.poll(() => figures.each()).toMatchObject([{ job: 'lane', failures: 0 }])
  await jobs.stop()

  expect(runs).toBeGreaterThan(2)
  expect(written).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect, type Database } from '#database/connect.ts'
import { mails } from '#database/tables/mails.ts'
import { transaction } from '#database/transaction.ts'
import { buildApp } from '#server/app.ts'
import { openOperations } from '#server/run/operations/operations.ts'
import { readShopFigures } from '#server/run/operations/shop-figures.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { openShop, type ShopOptions } from '#tests/support/shops/open-shop.ts'

const production = {
  SHOP_MODE: 'production',
  SHOP_URL: 'https://parts.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'shop@example.com',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

async function readMetrics(options: ShopOptions, authorization?: string) {
  const shop = await openShop(options)
  return shop.app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
}

test('the figures show requests by route, stock of mails, holds, orders and the connections to the database', async () => {
  const shop = await openShop()
  const ann = await shop.customer('ann')
  await shop.placeOrder(ann, await shop.addPart())
  await ann.get(`/user/${ann.email}`)
  await shop.db.insert(mails).values({ kind: 'verify-email', ref: randomUUID(), recipient: ann.email, subject: 's', body: 'b' })

  const text = (await shop.app.inject({ url: '/metrics' })).body

  expect(text).toMatch(/^teleforge_http_request_duration_seconds_count\{method="POST",route="\/api\/inventory",status="2xx"\} 1$/m)
  expect(text).toMatch(
    /^teleforge_http_request_duration_seconds_bucket\{le="\+Inf",method="POST",route="\/api\/inventory",status="2xx"\} 1$/m,
  )
  expect(text).toMatch(/^teleforge_build_info\{version="\d+\.\d+\.\d+"\} 1$/m)
  expect(text).toMatch(/^teleforge_orders\{state="unpaid"\} 1$/m)
  expect(text).toMatch(/^teleforge_mails_waiting [1-9]/m)
  expect(text).toMatch(/^teleforge_database_up 1$/m)
  expect(text).toMatch(/^teleforge_ready 1$/m)
  expect(text).toMatch(/^teleforge_processes_wanted 1$/m)
  expect(text).toMatch(/^teleforge_data_disk_used_ratio 0\.\d+$/m)
  expect(text).toMatch(/^teleforge_database_connections\{state="open"\} [1-9]/m)
  expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m)
  expect(text).not.toContain(ann.email)
})

test('figures of several processes are added up, and what all of them know of the shop is told once (95)', async () => {
  const shop = await openShop()
  await shop.placeOrder(await shop.customer(), await shop.addPart())
  const processes = [1, 2].map(() => openOperations(shop.services, { shedsLoad: false }))
  for (const { requests, jobs } of processes) {
    requests.count({ method: 'GET', route: { url: '/x' }, status: 200, ms: 3 })
    jobs.add('mails', 500, false)
  }
  const metrics = await Promise.all(processes.map((one) => one.metrics()))

  const text = await metrics[0]!.exposeAll(await Promise.all(metrics.map((one) => one.own())))

  expect(text).toMatch(/^teleforge_http_request_duration_seconds_count\{method="GET",route="\/x",status="2xx"\} 2$/m)
  expect(text).toMatch(/^teleforge_http_request_duration_seconds_bucket\{le="0.005",method="GET",route="\/x",status="2xx"\} 2$/m)
  expect(text.match(/^# TYPE teleforge_http_request_duration_seconds /gm)).toHaveLength(1)
  expect(text).toMatch(/^teleforge_job_seconds\{job="mails"\} 1$/m)
  expect(text).toMatch(/^teleforge_processes 2$/m)
  expect(text).toMatch(/^teleforge_processes_wanted 1$/m)
  expect(text).toMatch(/^teleforge_ready 1$/m)
  expect(text).toMatch(/^teleforge_orders\{state="unpaid"\} 1$/m)
  expect(text).toMatch(/^teleforge_database_up 1$/m)
})

test('the figures count runs and failures of jobs', async () => {
  const shop = await openShop()
  const operations = openOperations(shop.services, { shedsLoad: false })
  const app = await buildApp(shop.services, { operations })
  const run = () => Promise.reject(new Error('as told'))

  const jobs = startJobs([{ name: 'sweeping', everyMs: 60_000, run }], shop.services.log, operations.jobs)
  await expect.poll(() => operations.jobs.each()).toHaveLength(1)
  const text = (await app.inject({ url: '/metrics' })).body
  await Promise.all([jobs.stop(), app.close()])

  expect(text).toMatch(/^teleforge_job_runs\{job="sweeping"\} 1$/m)
  expect(text).toMatch(/^teleforge_job_failures\{job="sweeping"\} 1$/m)
})

test('in production the figures are for the holder of the token alone, and without one for nobody', async () => {
  const token = 't'.repeat(20)
  const METRICS_TOKEN = { METRICS_TOKEN: token }

  expect((await readMetrics({ env: production })).statusCode).toBe(404)
  expect((await readMetrics({ env: { ...production, ...METRICS_TOKEN } })).statusCode).toBe(404)
  expect((await readMetrics({ env: { ...production, ...METRICS_TOKEN } }, `Bearer ${token}x`)).statusCode).toBe(404)
  expect((await readMetrics({ env: { ...production, ...METRICS_TOKEN } }, `Bearer ${token}`)).statusCode).toBe(200)
})

test('a shop without its database is alive, not ready, and its figures say so', async () => {
  const shop = await openShop()
  const db = connect({ host: '127.0.0.1', port: 1 })
  const app = await buildApp({ ...shop.services, db })

  const [alive, ready, figures] = await Promise.all(['/healthz', '/readyz', '/metrics'].map((url) => app.inject({ url })))
  await app.close()

  expect(alive!.statusCode).toBe(200)
  expect(ready!.statusCode).toBe(503)
  expect(ready!.json()).toEqual({ status: 'database' })
  expect(figures!.body).toMatch(/^teleforge_database_up 0$/m)
  expect(figures!.body).toMatch(/^teleforge_ready 0$/m)
  expect(figures!.body).not.toMatch(/^teleforge_mails_waiting/m)
})

test('writes that the database failed are counted, reads and refusals are not (54)', async () => {
  const shop = await openShop()
  const db = connect({ host: '127.0.0.1', port: 1 })
  const app = await buildApp({ ...shop.services, db })
  const failed = async () => /^teleforge_database_writes_failed (\d+)$/m.exec((await app.inject({ url: '/metrics' })).body)?.[1]

  await expect(db.select().from(mails)).rejects.toThrow()
  expect(await failed()).toBe('0')
  await expect(db.delete(mails)).rejects.toThrow()
  await expect(transaction(db, (tx) => tx.delete(mails))).rejects.toThrow()
  expect(await failed()).toBe('2')
  await app.close()

  await expect(transaction(shop.db, (tx) => tx.insert(mails).values({} as typeof mails.$inferInsert))).rejects.toThrow()
  expect(shop.db.$client.failedWrites).toBe(0)
})

test('figures of a database that does not answer are left out after two seconds', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const shop = await openShop()
  const silent = Object.assign(Object.create(shop.db) as Database, { execute: () => new Promise<never>(() => {}) })

  const figures = readShopFigures(silent)()
  await vi.advanceTimersByTimeAsync(2_000)

  expect(await figures).toBeUndefined()
})

test('what programs ask about the process is no part of the documented calls', async () => {
  const shop = await openShop()

  const document = (await shop.visitor.get('/openapi.json')).body

  for (const path of ['healthz', 'readyz', 'metrics']) expect(document).not.toContain(path)
})

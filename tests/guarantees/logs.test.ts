import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createLog } from '#server/run/operations/log.ts'
import { newPerson, goodPassword } from '#tests/support/browser/browser.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let app: TestShop['app']
let ann: Customer
let written = ''

beforeAll(async () => {
  shop = await openShop()
  ann = await shop.customer('ann')
  const log = createLog('info', new Writable({ write: (chunk, _, done) => done(void (written += String(chunk))) }))
  app = await buildApp({ ...shop.services, log, settings: { ...shop.services.settings, logLevel: 'info' } })
})

const ask = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${ann.token}`, cookie: 'CANARY=1' }, ...(payload && { payload }) })

type Line = { route?: string; reqId?: string; msg: string; [field: string]: unknown }
const lines = (): Line[] =>
  written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

test('a request is one line: method, route, status, time, and who asked as an id (66)', async () => {
  const answer = await ask('GET', `/api/user/${ann.email}?CANARY=1`)

  const line = lines().find(({ reqId }) => reqId === answer.headers['x-request-id'])
  expect(line).toEqual({
    level: 30,
    time: expect.any(Number),
    pid: expect.any(Number),
    hostname: expect.any(String),
    reqId: expect.stringMatching(/^[0-9a-f]{10}-[0-9a-z]+$/),
    method: 'GET',
    route: '/api/user/:email',
    status: 200,
    ms: expect.any(Number),
    user: ann.userId,
    msg: 'answered',
  })
})

test('an id that comes from outside is not taken on (66)', async () => {
  const answer = await app.inject({ url: '/api/reviews', headers: { 'x-request-id': 'CANARY' } })

  expect(answer.headers['x-request-id']).not.toBe('CANARY')
})

test('whatever people type and whatever fails with it, no log line repeats it (66)', async () => {
  written = ''
  const person = newPerson()
  await ask('POST', '/api/auth/sign-up/email', person)
  await ask('POST', '/api/auth/sign-in/email', { email: person.email, password: `${goodPassword}CANARY` })
  await ask('POST', '/api/contact', { name: 'CANARY', email: 'canary@example.com', message: 'CANARY' })
  await shop.db.execute(sql`alter table reviews rename to reviews_away`)
  await shop.db.execute(sql`alter table users add constraint canary check (phone <> 'CANARY 666')`)

  const review = await ask('POST', '/api/reviews', { displayName: 'CANARY', email: ann.email, rating: 5, review: 'CANARY' })
  const profile = await ask('PUT', `/api/users/${ann.email}`, { phone: 'CANARY 666', education: 'CANARY', address: 'CANARY Street' })
  await shop.db.execute(sql`alter table reviews_away rename to reviews`)
  await shop.db.execute(sql`alter table users drop constraint canary`)

  expect([review.statusCode, profile.statusCode]).toEqual([500, 500])
  expect(review.json()).toMatchObject({ code: 'INTERNAL', requestId: review.headers['x-request-id'] })
  expect(
    lines()
      .filter(({ msg }) => msg === 'a request failed')
      .map(({ reqId }) => reqId),
  ).toEqual([review.headers['x-request-id'], profile.headers['x-request-id']])
  expect(written).toContain('"constraint":"canary"')
  for (const secret of ['CANARY', 'Canary@', 'canary@', ann.email, person.email, goodPassword, ann.token, '    at /']) {
    if (secret !== '    at /') expect(written).not.toContain(secret)
    for (const { body } of [review, profile]) expect(body).not.toContain(secret)
  }
})

test('what a line must never hold is kept out even when somebody writes it (66)', () => {
  let line = ''
  const log = createLog('info', new Writable({ write: (chunk, _, done) => done(void (line += String(chunk))) }))

  log.info(
    { password: 'CANARY', key: 'tfk_CANARY', caller: { apiKey: 'tfk_CANARY' }, person: { email: 'CANARY', token: 'CANARY' } },
    'a slip',
  )
  log.error({ err: new Error(`no way to CANARY@example.com by Bearer ${'CANARY0'.repeat(7)} at /x?token=CANARY`) }, 'another')
  log.error({ err: new Error(`no key tfk_${'CANARY0'.repeat(6)}C`) }, 'a third')

  expect(line).toContain('a slip')
  expect(line).not.toContain('CANARY')
})

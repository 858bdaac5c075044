import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import type { HealthReport } from '#contract/shop/operations.ts'
import { parts } from '#database/tables/parts.ts'
import { holdPieces, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { MANIFEST } from '../backup/backup-files.ts'
import { checkInvariantsAtStart } from '../invariants/check-invariants-at-start.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop({ env: { BACKUP_HOURS: '6' } })
  admin = await shop.admin()
})

const report = async (): Promise<HealthReport> => (await admin.get('/health-report')).json()

test("an admin sees the shop's state, its open work and the time of the last backup", async () => {
  const { folder } = shop.services.settings.backups
  for (const name of ['2026-01-31T10-15-30Z', '2026-02-01T10-15-30Z']) {
    await mkdir(join(folder, name), { recursive: true })
    await writeFile(join(folder, name, MANIFEST), '{}')
  }
  await mkdir(join(folder, '2026-03-01T10-15-30Z'))
  await holdPieces(await shop.customer(), await shop.addPart(), 1_000)
  await shop.placeOrder(await shop.customer(), await shop.addPart())
  await shop.db.execute(sql`
    insert into mails (kind, ref, recipient, subject, body, run_after, attempts, attempted_at, failed_at)
    values ('order-placed', 'failed', 'a@example.com', '', 'x', null, 1, now(), now()),
      ('order-placed', 'unknown', 'a@example.com', '', 'x', null, 1, now() - interval '1 hour', null)`)
  await shop.db.execute(sql`
    insert into refunds (payment_intent, amount_cents, reason, done_at) values ('pi_1', 1, '', null), ('pi_2', 1, '', now())`)
  await shop.db.execute(sql`insert into payment_events (event_id, type, payload) values ('evt_1', 'x', '{}')`)

  expect(await report()).toMatchObject({
    shopVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    database: { version: expect.stringMatching(/^\d+/) },
    mails: { waiting: 1, failed: 1, unknown: 1 },
    payments: { openMessages: 1, openRefunds: 1, doneRefunds: 1, openDisputes: 0 },
    liveHolds: 1,
    backups: { last: '2026-02-01T10:15:30.000Z', everyHours: 6, archive: null },
  })
  expect((await report()).invariants.every(({ count }) => count === 0)).toBe(true)
})

test('the metrics agree with the report on mails and holds', async () => {
  const quiet = await openShop()
  const reader = await quiet.admin()
  await holdPieces(await quiet.customer(), await quiet.addPart(), 1_000)
  await holdPieces(await quiet.customer(), await quiet.addPart(), 1_000)
  await quiet.db.execute(sql`update holds set expires_at = now() where id = (select id from holds limit 1)`)
  await quiet.db.execute(sql`
    insert into mails (kind, ref, recipient, subject, body, run_after, attempts, attempted_at)
    values ('order-placed', 'waiting', 'a@example.com', '', 'x', now(), 0, null),
      ('order-placed', 'sending', 'a@example.com', '', 'x', null, 1, now()),
      ('order-placed', 'unknown', 'a@example.com', '', 'x', null, 1, now() - interval '1 hour')`)

  const { mails, liveHolds } = (await reader.get('/health-report')).json<HealthReport>()
  const figures = (await quiet.app.inject({ url: '/metrics' })).body

  expect({ ...mails, liveHolds }).toEqual({ waiting: 2, failed: 0, unknown: 1, heldBack: 0, stop: null, liveHolds: 1 })
  for (const [name, count] of Object.entries({ mails_waiting: 2, mails_failed: 0, mails_unknown: 1, holds_live: 1 })) {
    expect(figures).toMatch(new RegExp(`^teleforge_${name} ${count}$`, 'm'))
  }
})

test('the metrics are counted within the time of every other statement, so that none is missing while the database is slow', async () => {
  const slow = await openShop({ limits: 'customers' })
  await slow.placeOrder(await slow.customer(), await slow.addPart())
  await slow.db.execute(sql`create table time_limits (ms text)`)
  await slow.db.execute(sql`create function note_limit() returns boolean language plpgsql volatile as $$
    begin insert into time_limits values (current_setting('statement_timeout')); return true; end $$`)
  await slow.db.execute(sql`alter table orders rename to placed_orders`)
  await slow.db.execute(sql`create view orders as select * from placed_orders where note_limit()`)

  const figures = (await slow.app.inject({ url: '/metrics' })).body

  expect(figures).toMatch(/^teleforge_orders\{.*state="unpaid".*\} 1$/m)
  const { rows: usual } = await slow.db.execute(sql`select current_setting('statement_timeout') as ms`)
  const { rows: counted } = await slow.db.execute(sql`select distinct ms from time_limits`)
  expect(counted).toEqual(usual)
})

test('a broken invariant is shown to admins and logged at the start', async () => {
  const part = await shop.addPart()
  await shop.db.update(parts).set({ available: 1 }).where(eq(parts.id, part._id))
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })

  await checkInvariantsAtStart({ db: shop.db, log })

  expect((await report()).invariants[0]).toEqual({ name: 'stockMatchesLedger', count: 1, ids: [part._id] })
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 50, invariant: 'stockMatchesLedger', ids: [part._id] })
})

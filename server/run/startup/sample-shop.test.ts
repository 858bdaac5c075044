import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { IMAGE_WIDTHS } from '#contract/basics/limits.ts'
import { parseUnitPrice } from '#contract/basics/money.ts'
import type { Part } from '#contract/parts/parts.ts'
import { betterBuy } from '#contract/parts/pricing.ts'
import type { Database } from '#database/connect.ts'
import { transaction } from '#database/transaction.ts'
import { connectPatiently } from '#tests/support/database/connect-patiently.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { readLadder } from '../../parts/read-offer.ts'
import { fillEmptyShop } from './sample-shop.ts'

const parts = JSON.parse(await readFile('catalogue/parts.json', 'utf8')) as (Part & { image: string })[]
const laddered = parts.filter(({ priceBreaks }) => priceBreaks.length > 0)

test('most parts of the sample catalogue have a valid ladder, from 4 to 18 per cent off', () => {
  expect(laddered.length).toBeGreaterThan(parts.length / 2)
  expect(laddered.length).toBeLessThan(parts.length)
  for (const { name, price, priceBreaks } of laddered) {
    expect(() => readLadder(parseUnitPrice(price)!, priceBreaks), name).not.toThrow()
    const off = priceBreaks.map((step) => 1 - step.price / price)
    expect(Math.min(...off), name).toBeGreaterThan(0.0399)
    expect(Math.max(...off), name).toBeLessThan(0.1801)
  }
})

test('every part has a unique number, ignoring case and dashes, and a lead time', () => {
  const written = parts.map(({ partNumber }) => partNumber.toLowerCase().replace(/[^a-z0-9]/g, ''))
  expect(new Set(written).size).toBe(parts.length)
  expect(written.filter((number) => number === '' || /^tf\d+$/.test(number))).toEqual([])
  expect(parts.every(({ leadDays }) => leadDays > 0)).toBe(true)
})

test('for one part 10,000 pieces cost less than 9,000', () => {
  const cable = parts.find(({ partNumber }) => partNumber === 'FFC-30-05-200')!
  expect(betterBuy(cable, 9_000, cable.available)).toEqual({ quantity: 10_000, total: 1_525, costsLess: true })
})

test('every picture is there in all widths of the shop', async () => {
  for (const { image } of parts) {
    for (const [folder, width] of [['', 1_200], ...IMAGE_WIDTHS.map((smaller) => [`${smaller}`, smaller] as const)] as const) {
      const file = join('catalogue', dirname(image), folder, basename(image))
      expect(await sharp(await readFile(file)).metadata(), file).toMatchObject({ format: 'webp', width, height: width * 0.75 })
    }
  }
})

test('of three processes that start concurrently on one empty database, one fills it, and the others wait for it', async () => {
  const { app, db, services, visitor } = await openShop()

  const filled = await whileLocked(db, 3, () => Promise.all([1, 2, 3].map(() => fillEmptyShop(db, services.images))))

  expect(filled.filter(Boolean)).toHaveLength(1)
  const [part] = (await visitor.get('/allParts')).json()
  const widths = await Promise.all(['', '480/', '960/'].map((folder) => app.inject(part.img.replace('/images/', `/images/${folder}`))))
  expect(widths.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect((await visitor.get('/allPartsCount')).json()).toEqual({ count: parts.length })
})

test('a process waits for one that fills the shop, however short the wait for a lock may otherwise be', async () => {
  const { db, services } = await openShop()
  const impatient = connectPatiently(db.$client.driver.options, { max: 1, limits: { lockMs: 1 } })
  afterTheFile(() => impatient.$client.end())

  expect(await whileLocked(db, 1, () => fillEmptyShop(impatient, services.images))).toBe(true)
})

/** The result of `fill`, which ends or has this many transactions waiting, for longer than the shortest limit, before the parts are unlocked. */
async function whileLocked<T>(db: Database, waiting: number, fill: () => Promise<T>): Promise<T> {
  let isOver = false
  const filling = transaction(db, async (tx) => {
    await tx.execute(sql`lock table parts in share row exclusive mode`)
    const result = fill().finally(() => (isOver = true))
    result.catch(() => {})
    const waitLong = sql`
      select from pg_locks
      where relation = 'parts'::regclass and database = (select oid from pg_database where datname = current_database())
        and not granted and waitstart < clock_timestamp() - interval '100 milliseconds'`
    // Before, they write their pictures to the disk.
    await expect.poll(async () => isOver || (await tx.execute(waitLong)).rowCount === waiting, { timeout: HANG_LIMIT_MS }).toBe(true)
    return { result }
  })
  return (await filling).result
}

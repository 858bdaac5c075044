import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { zipSync } from 'fflate'
import writeExcelFile from 'write-excel-file/node'
import { csvOf } from '#contract/basics/csv.ts'
import type { ManagedParts } from '#contract/parts/part-desk.ts'
import type { Part } from '#contract/parts/parts.ts'
import { readPartsFile } from '#readers/parts/read-parts-file.ts'
import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import { callShop, expect, expectToast, linkIn, newPerson, register, test as journey, type Person } from '#tests/support/browser/journey.ts'
import { openedOnce } from '#tests/support/browser/own-shop.ts'
import { findMail, openRealWorld, type RealWorld } from '#tests/support/real-world/real-world.ts'
import { openTlsProxy } from '#tests/support/real-world/real-world-proxy.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { runShop } from '#tests/support/shops/run-shop.ts'

type EmptyShop = { url: string; world: RealWorld; boss: Person }

/** The first day of the person who keeps the catalogue: a shop in production that has nothing yet. */
const test = journey.extend<{ owner: Page }, { shop: EmptyShop; keeper: Page }>({
  shop: openedOnce(async (use) => {
    const boss = newPerson('Boss Owner')
    const [world, proxy] = await Promise.all([openRealWorld(), openTlsProxy()])
    const shop = await runShop({ ...world.env, SHOP_URL: proxy.url, ADMIN_EMAIL: boss.email })
    proxy.forwardTo(shop.url)
    await use({ url: proxy.url, world, boss })
    await shop.stop()
    await proxy.stop()
    await world.stop()
  }),
  keeper: [
    async ({ browser, shop }, use) => {
      const page = await enterShop(browser, shop, shop.boss)
      await use(page)
      await page.context().close()
    },
    { scope: 'worker', timeout: HANG_LIMIT_MS },
  ],
  owner: async ({ keeper }, use) => use(keeper),
})

test.describe.configure({ mode: 'serial', timeout: 600_000 })

/** Somebody who has registered and confirmed their address. */
async function enterShop(browser: Browser, { url, world }: EmptyShop, person: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, ignoreHTTPSErrors: true })
  const page = await context.newPage()
  await register(page, person)
  const mail = () => findMail(world.mail, person.email, /confirm/i)
  await expect.poll(mail, { message: 'the mail that confirms the address' }).toBeDefined()
  await page.goto(linkIn(mail()!.text, '/verify-email')) // polled
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  return page
}

const PARTS = 5_000
const WRONG = 200
const BY_HAND = 10
const desk = '/dashboard/manegeProduct'
const numberOf = (index: number) => `FD-${String(index).padStart(5, '0')}`

/** A list as a manufacturer has it: other titles, prices with a sign, a picture for each of twenty kinds, and wrong rows among them. */
async function files() {
  const rows = Array.from({ length: PARTS }, (_, index) => [
    numberOf(index),
    `Panel driver ${index}`,
    `Drives a panel. Series ${index % 50}.`,
    index % (PARTS / WRONG) === 0 ? 'on request' : `$${(2 + (index % 100) / 100).toFixed(2)}`,
    index % 3 === 0 ? '5,000: 1.95; 20000: 1.8' : '',
    10 + (index % 20),
    1_000 * (index % 30),
    `kind-${index % 20}.WEBP`,
    'internal',
  ])
  const titles = ['Article no.', 'Bezeichnung', 'Text', 'Unit price', 'Staffel', 'Lead time (days)', 'On hand', 'Photo', 'Remark']
  const workbook = await writeExcelFile(
    [titles, ...rows].map((row) => row.map((value) => ({ value }))),
    {},
  ).toBuffer()
  const picture = await readFile('catalogue/images/480/ac-power-cord.webp')
  const zip = zipSync(Object.fromEntries(Array.from({ length: 20 }, (_, kind) => [`pictures/kind-${kind}.webp`, picture])), { level: 0 })
  return {
    workbook: { name: 'parts 2026.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer: workbook },
    zip: { name: 'pictures.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) },
  }
}

/** Each cell of each part, as a file has it, by part number. */
async function cells(page: Page): Promise<Map<string, Record<string, unknown>>> {
  const file = await callShop<Record<string, unknown>[]>(page, 'GET', '/partFile?format=json')
  return new Map(file.map((part) => [String(part['partNumber']), part]))
}

const read = (page: Page, query: string) => callShop<ManagedParts>(page, 'GET', `/parts?${query}`)
const all = (page: Page) => callShop<Part[]>(page, 'GET', '/allParts')

async function requireAccessible(page: Page): Promise<void> {
  for (const width of [1_440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeFindingsDayAndNight(page), `${page.url()} at ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 1_440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

test('5,000 parts come from a workbook and a ZIP of pictures; 200 wrong rows are mended where they stand', async ({ owner: page }) => {
  const { workbook, zip } = await files()
  expect(await all(page)).toEqual([])
  await page.goto(desk)
  await expect(page.getByText('No parts yet.')).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page.getByLabel('File of parts').setInputFiles(workbook)
  await expect(page.getByLabel('What Staffel contains')).toHaveValue('priceBreaks', { timeout: 60_000 })
  await expect(page.getByLabel('What Remark contains')).toHaveValue('')
  await requireAccessible(page)
  await page.getByLabel('ZIP with pictures (optional)').setInputFiles(zip)
  await page.getByRole('button', { name: 'Compare 5,000 rows' }).click()

  await expect(page.getByRole('heading', { name: 'Import of parts 2026.xlsx' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('link', { name: 'Wrong 200' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New 4,800' })).toBeVisible()
  expect(await all(page)).toEqual([])
  await requireAccessible(page)
  // Some one by one, the first of them wrongly at first; the others all at once.
  await page.getByLabel('Price (USD) in row 1', { exact: true }).fill('free')
  await page.getByRole('button', { name: 'Save row 1', exact: true }).click()
  await expectToast(page, 'Row 1 is saved')
  await expect(page.getByLabel('Price (USD) in row 1', { exact: true })).toHaveValue('free')
  for (let mended = 0; mended < BY_HAND; mended++) {
    const row = mended * (PARTS / WRONG) + 1
    const save = page.getByRole('button', { name: `Save row ${row}`, exact: true })
    await page.getByLabel(`Price (USD) in row ${row}`, { exact: true }).fill('2.00')
    await save.click()
    await expectToast(page, `Row ${row} is saved`, { timeout: 60_000 })
    await expect(save).toHaveCount(0)
  }
  const row = BY_HAND * (PARTS / WRONG) + 1
  await page.getByLabel(`Price (USD) in row ${row}`, { exact: true }).fill('2.00')
  await page.getByRole('button', { name: `Put this into all 190 rows with this problem: Price (USD) of row ${row}` }).click()
  await expectToast(page, '190 rows are changed', { timeout: 60_000 })
  await expect(page.getByRole('link', { name: 'Wrong 0' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Add 5,000 parts' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, '5,000 parts are written', { timeout: 60_000 })
  expect((await all(page)).length).toBe(PARTS)
  expect((await read(page, `q=${numberOf(3)}&size=1`)).parts[0]).toMatchObject({
    partNumber: numberOf(3),
    name: 'Panel driver 3',
    price: 2.03,
    priceBreaks: [
      { from: 5_000, price: 1.95 },
      { from: 20_000, price: 1.8 },
    ],
    leadDays: 13,
    available: 3_000,
  })
})

let beforeTheRise: Awaited<ReturnType<typeof cells>>

test('a price rise of all that are found is previewed and made', async ({ owner: page }) => {
  const before = await all(page)
  beforeTheRise = await cells(page)
  await page.goto(`${desk}?show=soldOut`)
  await page.getByRole('navigation', { name: 'Filter' }).getByRole('link', { name: /^All/ }).click()
  await page.getByRole('button', { name: 'Change all 5,000' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price (%)').fill('5')
  await dialog.getByLabel('Round to').selectOption('Four places')
  await requireAccessible(page)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { name: 'Import of Price (USD) +5 %' })).toBeVisible({ timeout: 60_000 })
  await requireAccessible(page)
  await page.getByRole('button', { name: 'Change 5,000 parts' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, /parts are written/, { timeout: 60_000 })
  const raised = await all(page)
  expect(raised.filter(({ price }, index) => price > before[index]!.price).length).toBe(PARTS)
})

test('the list of 5,000 parts is searched, filtered, sorted and turned', async ({ owner: page }) => {
  await page.goto(desk)
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('button', { name: 'Quality' }).click()
  await expect(page.getByRole('columnheader', { name: 'Quality' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('link', { name: 'Sold out' }).click()
  await expect(page.getByRole('link', { name: 'Sold out' })).toHaveAttribute('aria-current', 'true')
  await expect(page).toHaveURL(/sort=available/)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('cell', { name: / 51$/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Part number or name' }).last().fill('FD-04999')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No parts match.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Filter' }).getByRole('link', { name: /^All/ }).click()
  await expect(page.getByRole('link', { name: 'Panel driver 4999', exact: true })).toBeVisible()
  await requireAccessible(page)
})

test('a delivery that is pasted and a count from its sheet are compared first, and booked as a whole', async ({ owner: page }) => {
  const stockOf = async (index: number) => (await read(page, `q=${numberOf(index)}&size=1`)).parts[0]!.available
  await page.goto(desk)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Delivery or count' }).click()
  await page.getByLabel('Part numbers and pieces').fill('FD-00001; 2,500\nFD-00002; 500\nFD-99999; 5')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('No part has this number or name.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Book/ })).toHaveCount(0)
  await requireAccessible(page)
  await page.getByLabel('Part numbers and pieces').fill('FD-00001; 2,500\nFD-00002; 500')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('2 parts, +3,000 pieces in all.')).toBeVisible()
  expect(await stockOf(1)).toBe(1_000)
  await page.getByLabel('Note').fill('Delivery 4711')
  await page.getByRole('button', { name: 'Book 2 parts' }).click()
  await expectToast(page, '2 stocks have changed')
  expect([await stockOf(1), await stockOf(2)]).toEqual([3_500, 2_500])

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save an empty count sheet' }).click()
  const sheet = await readPartsFile(new Uint8Array(await readFile(await (await saved).path())))
  expect(sheet[0]).toEqual(['Part number', 'Name', 'Count'])
  expect(sheet.length).toBeGreaterThan(PARTS)
  const counted = new Map([
    [numberOf(1), '3490'],
    [numberOf(4), '4,000'],
  ])
  const typed = csvOf(sheet.map(([number = '', name = '', count = '']) => [number, name, counted.get(number) ?? count]))
  await page.getByLabel('Sheet').selectOption('Count: set the stocks')
  await page.getByLabel('Or a file').setInputFiles({ name: 'count.csv', mimeType: 'text/csv', buffer: Buffer.from(typed) })
  await expect(page.getByLabel('Part numbers and pieces')).toHaveValue(/FD-00004/)
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('row', { name: /FD-00001 .*3,500 3,490 3,490 −10/ })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Book 2 parts' }).click()
  await expectToast(page, '1 stock has changed')
  expect([await stockOf(1), await stockOf(4)]).toEqual([3_490, 4_000])
})

test('after the delivery and the count, the undo of the price rise brings every cell back, and leaves the stocks as they were booked', async ({
  owner: page,
}) => {
  const booked = await cells(page)
  expect(booked).not.toEqual(beforeTheRise)
  await page.goto('/dashboard/price-changes')
  await page.getByRole('button', { name: 'Take back Price (USD) +5 %' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, '5,000 parts are as before', { timeout: 60_000 })

  const wanted = [...beforeTheRise].map(([number, part]) => [number, { ...part, available: booked.get(number)!['available'] }] as const)
  expect(await cells(page)).toEqual(new Map(wanted))
  const moved = [...booked].filter(([number, { available }]) => beforeTheRise.get(number)!['available'] !== available)
  expect(moved.map(([number]) => number)).toEqual([numberOf(1), numberOf(2)])
})

test('of two who edit one part at once, the second is told what the first wrote, and nothing is lost', async ({
  owner: page,
  browser,
  shop,
}) => {
  const clerk = newPerson('Second Clerk')
  const second = await enterShop(browser, shop, clerk)
  await callShop(page, 'PUT', `/user/admin/${clerk.email}`, { role: 'admin' })
  const [part] = (await read(page, `q=${numberOf(9)}&size=1`)).parts
  const sheets = [page, second].map((one) => one.getByRole('main'))
  for (const one of [page, second]) await one.goto(`${desk}/${part!._id}`)
  for (const sheet of sheets) await expect(sheet.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Panel driver 9')
  await sheets[0]!.getByRole('textbox', { name: 'Name', exact: true }).fill('Panel driver nine')
  await sheets[0]!.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Panel driver nine is saved')
  await sheets[1]!.getByRole('textbox', { name: 'Name', exact: true }).fill('Panel driver IX')
  await sheets[1]!.getByLabel('Description').fill('Drives the ninth panel.')
  await sheets[1]!.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(sheets[1]!.getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription(
    'Somebody has changed this meanwhile to: Panel driver nine',
  )
  await sheets[1]!.getByRole('textbox', { name: 'Name', exact: true }).fill('Panel driver 9')
  await sheets[1]!.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(second, 'Panel driver nine is saved')
  expect((await read(page, `q=${numberOf(9)}&size=1`)).parts[0]).toMatchObject({
    name: 'Panel driver nine',
    description: 'Drives the ninth panel.',
  })
  await sheets[0]!.getByLabel('Lead time').fill('33')
  await sheets[0]!.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Panel driver nine Updated successfully')
  await sheets[1]!.getByLabel('Lead time').fill('44')
  await sheets[1]!.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(sheets[1]!.getByLabel('Lead time')).toHaveAccessibleDescription(/Somebody has changed this meanwhile to: 33/)

  await page.reload()
  const history = page.getByRole('table', { name: 'History' })
  await expect(history.getByRole('row', { name: new RegExp(`${shop.boss.email}.*Panel driver 9.*Panel driver nine`) })).toBeVisible()
  await expect(history.getByRole('row', { name: new RegExp(`${clerk.email}.*Drives the ninth panel`) })).toBeVisible()
  await requireAccessible(page)
  await second.context().close()
})

test('the import is taken back while nothing depends on it, and refused with the names once something does (82)', async ({
  owner: page,
}) => {
  const [part] = (await read(page, `q=${numberOf(7)}&size=1`)).parts
  await callShop(page, 'POST', `/parts/${part!._id}/stock`, {
    change: 'add',
    pieces: 500,
    seen: part!.available,
    reason: 'received',
    note: '',
  })
  await page.goto('/dashboard/imports')
  await page.getByRole('button', { name: 'Take back parts 2026.xlsx' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, /Panel driver 7 is in orders or quotes, or its stock has moved/, { timeout: 30_000 })
  expect((await read(page, '')).count).toBeGreaterThanOrEqual(PARTS)
})

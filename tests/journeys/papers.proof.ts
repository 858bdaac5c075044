import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import type { Paper } from '#contract/payments/papers.ts'
import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import { addPart, answerInstead, callShop, enter, expect, newPerson, payOrder, placeOrder, test } from '#tests/support/browser/journey.ts'

const SIZES = [
  { width: 1_440, height: 900 },
  { width: 375, height: 812 },
]

/** Nothing that axe finds, and nothing wider than the screen, in both sizes by day and by night. */
async function expectFine(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    expect(await axeFindingsDayAndNight(page), `${page.url()}, ${size.width} px`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)).toBe(false)
  }
  await page.setViewportSize(SIZES[0]!)
}

/** The file that a press saves. */
async function saved(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const saving = page.waitForEvent('download')
  await button.click()
  const file = await saving
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

const namesIn = ({ bytes }: { bytes: Buffer }) => Object.keys(unzipSync(new Uint8Array(bytes)))

test('a buyer saves the invoice of a payment; an admin finds it by the buyer and saves it in a ZIP', async ({ page, office }) => {
  test.slow()
  const buyer = newPerson(`Paula ${crypto.randomUUID().slice(0, 8)}`)
  await enter(page, buyer)
  const part = await addPart(office)
  const orders = [await payOrder(page, await placeOrder(page, part)), await payOrder(page, await placeOrder(page, part))]
  const papers = await Promise.all(orders.map(({ _id }) => callShop<Paper[]>(page, 'GET', `/order/${_id}/papers`)))
  const [first, second] = papers.map(([paper]) => paper!.number) as [string, string]

  await page.goto(`/dashboard/order/${orders[0]!._id}`)
  const ofOrder = page.getByRole('list', { name: 'Invoices and credit notes' })
  await expect(ofOrder.getByRole('listitem')).toHaveCount(1)
  const pdf = await saved(page, ofOrder.getByRole('button', { name: `Save ${first} as PDF` }))
  expect(pdf.name).toBe(`${first}.pdf`)
  expect(pdf.bytes.subarray(0, 4).toString()).toBe('%PDF')
  await expectFine(page)

  await page.getByRole('link', { name: 'My Invoices' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'INV-' })).toHaveCount(2)
  const same = await saved(page, page.getByRole('button', { name: `Save ${first} as PDF` }))
  expect(same.bytes.equals(pdf.bytes)).toBe(true)
  const ubl = await saved(page, page.getByRole('button', { name: `Save ${second} as UBL` }))
  expect(ubl.name).toBe(`${second}-ubl.xml`)
  expect(ubl.bytes.toString()).toContain(second)
  await expectFine(page)

  await office.goto('/dashboard')
  await office.getByRole('link', { name: 'Invoices', exact: true }).click()
  const search = office.getByRole('searchbox', { name: 'Search by number, buyer or order' })
  await search.fill(buyer.name)
  await search.press('Enter')
  await expect(office.getByRole('row').filter({ hasText: 'INV-' })).toHaveCount(2)
  await expect(office.getByRole('row').filter({ hasText: first })).toContainText(buyer.name)
  const all = await saved(office, office.getByRole('button', { name: 'Save all that are found: ZIP of PDF' }))
  expect(namesIn(all)).toEqual([`${first}.pdf`, `${second}.pdf`])
  await office.getByRole('checkbox', { name: `Select ${second}` }).check()
  const one = await saved(office, office.getByRole('button', { name: 'Save the selected ones: ZIP of UBL' }))
  expect(namesIn(one)).toEqual([`${second}-ubl.xml`])
  await expectFine(office)

  await office.getByRole('link', { name: second }).click()
  const sheet = office.getByRole('dialog', { name: second })
  await expect(sheet.getByRole('link', { name: /^O-\d+$/ })).toBeVisible()
  await expect(sheet.getByRole('button', { name: `Mail ${second} to the buyer again` })).toBeVisible()
  await expectFine(office)
  await office.keyboard.press('Escape')

  await office.getByRole('link', { name: 'Credit notes' }).click()
  await expect(office.getByText('No invoices or credit notes found.')).toBeVisible()
  await expectFine(office)
})

test('bills that wait for data of the seller are told with a way to the settings, and papers that do not come say so', async ({
  page,
  office,
}) => {
  const waiting = {
    count: 0,
    page: 0,
    kinds: { invoice: 0, credit_note: 0 },
    papers: [],
    waiting: 2,
    missing: ['seller.legalName', 'seller.street'],
  }
  await answerInstead(office, 'GET /allPapers?*', waiting)
  await office.goto('/dashboard/papers')
  await expect(
    office.getByText('2 paid bills wait for an invoice, because data of the seller are missing: legal name, street of the seller.'),
  ).toBeVisible()
  await expectFine(office)
  await office.getByRole('link', { name: 'Open the settings' }).click()
  await expect(office).toHaveURL('/dashboard/shop-settings/company')

  await enter(page)
  await page.goto('/dashboard/my-papers')
  await expect(page.getByText('No invoices yet.')).toBeVisible()
  await answerInstead(page, 'GET /papers?*', { code: 'INTERNAL', message: 'no' }, 500)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import type { Paper } from '#contract/payments/papers.ts'
import type { ShopSettingsNow } from '#contract/shop/shop-settings.ts'
import {
  addPart,
  callShop,
  enter,
  expect,
  expectToast,
  newPerson,
  payOrder,
  placeOrder,
  sampleAdmin,
  signIn,
  test as journey,
} from '#tests/support/browser/journey.ts'
import { openedOnce } from '#tests/support/browser/own-shop.ts'
import { openMailServer, type TestMailServer } from '#tests/support/doubles/mail-server.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { addressIn } from '#tests/support/shops/charging.ts'
import { runShop } from '#tests/support/shops/run-shop.ts'

/** A separate shop that charges tax, with a mail server, because all others charge none. */
const test = journey.extend<object, { shop: { url: string; mail: TestMailServer }; boss: Page }>({
  shop: openedOnce(async (use) => {
    const mail = await openMailServer()
    const smtp = { SMTP_URL: `smtp://127.0.0.1:${mail.settings.port}`, MAIL_FROM: 'orders@parts.example.com', ORDER_MAIL_SECONDS: '0' }
    const shop = await runShop(smtp)
    await use({ url: shop.url, mail })
    await shop.stop()
    await mail.close()
  }),
  boss: [
    async ({ browser, shop }, use) => {
      const page = await openPage(browser, shop.url)
      await signIn(page, sampleAdmin)
      const { version, values } = await callShop<ShopSettingsNow>(page, 'GET', '/shop-settings')
      await callShop(page, 'PUT', '/shop-settings', { version, values: { ...values, tax: { charges: 'vat' } } })
      await use(page)
      await page.context().close()
    },
    { scope: 'worker', timeout: HANG_LIMIT_MS },
  ],
})
test.describe.configure({ timeout: 300_000 })

const openPage = async (browser: Browser, baseURL: string) =>
  (await browser.newContext({ baseURL, viewport: { width: 1_440, height: 900 } })).newPage()

/** CLERK_PICTURES names a folder for a picture of each step. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CLERK_PICTURES']
  if (folder) await page.screenshot({ path: `${folder}/clerk-${name}.png` })
}

/** The file that a press saves. */
async function saved(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const saving = page.waitForEvent('download')
  await button.click()
  const file = await saving
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** The PDF of this name that was attached to a mail to this address. */
function attached({ received }: TestMailServer, email: string, name: string): Buffer | undefined {
  const mail = received.find(({ to, raw }) => to.join() === email && raw.includes(`filename=${name}`))
  const [, base64] = mail ? (/\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(mail.raw.slice(mail.raw.indexOf(`filename=${name}`))) ?? []) : []
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64')
}

/**
 * 2,000 pieces at $0.1725 are $345.00, and 200 of them $34.50. 19 % of these are $65.55, so that all with tax is $410.55; 200 pieces are a
 * tenth of it, $41.055, which is rounded to $41.06: $34.50 and $6.56 tax.
 */
const PRICE = 0.1725
const buyers = [
  {
    name: 'with tax',
    country: 'DE',
    isSent: true,
    net: '$345.00',
    tax: '$65.55',
    due: '$410.55',
    gives: '41.06',
    stays: '$369.49',
    credit: ['$34.50', '$6.56', '$41.06'],
    xml: ['34.50', '6.56', '41.06'],
  },
  {
    name: 'without tax',
    country: 'US',
    isSent: false,
    net: '$345.00',
    tax: '$0.00',
    due: '$345.00',
    gives: '34.50',
    stays: '$310.50',
    credit: ['$34.50', '$0.00', '$34.50'],
    xml: ['34.50', '0.00', '34.50'],
  },
]

test("a clerk's half hour: finds orders, refunds 200 of 2,000 pieces, has the credit notes sent, and once more, finds last month's papers (74)", async ({
  browser,
  shop,
  boss,
}) => {
  const part = await addPart(boss, { available: 10_000, price: PRICE })
  const clerk = await openPage(browser, shop.url)
  const person = newPerson('Cleo Clerk')
  await enter(clerk, person)
  await callShop(boss, 'PUT', `/user/permissions/${person.email}`, { permissions: ['orders', 'money'] })
  const papers: { invoice: Paper; note: Paper; pdf: Buffer }[] = []

  for (const { name, country, isSent, due, gives, stays, credit, xml } of buyers) {
    const buyer = newPerson(`Karla ${crypto.randomUUID().slice(0, 8)}`)
    const page = await openPage(browser, shop.url)
    await enter(page, buyer)
    const reference = `PO-${crypto.randomUUID().slice(0, 8)}`
    const order = await payOrder(page, await placeOrder(page, part, 2_000, { reference, shipTo: addressIn(country) }))
    if (isSent) await callShop(clerk, 'PUT', `/orderShipped/${order._id}`)

    await test.step(`finds the order ${name}`, async () => {
      await clerk.goto('/dashboard')
      await clerk.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'All Order' }).click()
      const search = clerk.getByRole('searchbox', { name: 'Number, buyer, part, reference, tracking' })
      for (const text of [reference, buyer.name]) {
        await search.fill(text)
        const found = clerk.waitForResponse((answer) => new URL(answer.url()).searchParams.get('q') === text)
        await search.press('Enter')
        await found
        await expect(clerk).toHaveURL((url) => url.searchParams.get('q') === text)
        await expect(clerk.getByRole('heading', { name: 'Total Order: 1' })).toBeVisible()
        await expect(clerk.getByRole('row').filter({ hasText: order.number })).toContainText(buyer.email)
      }
      await picture(clerk, `1-found-${country}`)
      await clerk.getByRole('row').filter({ hasText: order.number }).getByRole('link').first().click()
      const sheet = clerk.getByRole('dialog')
      await expect(sheet).toContainText(buyer.name)
      await expect(sheet).toContainText(reference)
      await picture(clerk, `2-sheet-${country}`)
      await clerk.getByRole('link', { name: 'Open order' }).click()
      await expect(clerk.getByText(reference)).toBeVisible()
      await expect(clerk.getByRole('list', { name: 'Invoices and credit notes' }).getByRole('listitem')).toContainText([due])
      await picture(clerk, `3-order-${country}`)
    })

    await test.step(`refunds 200 of 2,000 pieces ${name}`, async () => {
      await clerk.getByRole('button', { name: `Refund the order of ${part.name}` }).click()
      const dialog = clerk.getByRole('dialog')
      if (!isSent) await dialog.getByLabel('What is refunded').selectOption('part')
      await expect(dialog.getByRole('heading')).toHaveText(`Refund ${part.name}?`)
      await dialog.getByLabel('Pieces to refund').fill('2,001')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(dialog.getByText('The order has 2,000 pieces.')).toBeVisible()
      await expect(dialog.getByText('Enter a reason for the refund.')).toBeVisible()
      await dialog.getByLabel('Pieces to refund').fill('200')
      await expect(dialog.getByLabel('Amount in dollars')).toHaveValue(gives)
      await expect(dialog).toContainText(`$${gives} is refunded to the customer's card, ${stays} stays paid`)
      await expect(dialog).toContainText(
        isSent ? 'The order stays as it is.' : 'All 2,000 pieces are still to be sent. The order stays open',
      )
      await expect(dialog).not.toContainText('pieces return to stock')
      await dialog.getByLabel('Reason').fill('200 pieces were broken')
      await picture(clerk, `4-refund-${country}`)
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expectToast(clerk, `$${gives} is refunded`)
    })

    await test.step(`sees the credit note ${name}, and that the buyer has it`, async () => {
      const ofOrder = clerk.getByRole('list', { name: 'Invoices and credit notes' })
      await expect(ofOrder.getByRole('listitem')).toHaveCount(2)
      const [invoice, note] = (await callShop<Paper[]>(clerk, 'GET', `/order/${order._id}/papers`)) as [Paper, Paper]
      await expect(ofOrder.getByRole('listitem').last()).toContainText(`Credit note ${note.number}`)
      await expect(ofOrder.getByRole('listitem').last()).toContainText(credit[2]!)
      const refunds = clerk.getByRole('list', { name: 'Refunds and disputes' })
      await expect(refunds).toContainText(`Refund $${gives}`)
      await expect(refunds).toContainText(`Credit note ${note.number}For 200 pieces`)
      await expect(refunds).toContainText('200 pieces were broken')
      await refunds.scrollIntoViewIfNeeded()
      await picture(clerk, `5-credit-note-${country}`)
      const pdf = await saved(clerk, ofOrder.getByRole('button', { name: `Save ${note.number} as PDF` }))
      expect(pdf.name).toBe(`${note.number}.pdf`)
      const ubl = (await saved(clerk, ofOrder.getByRole('button', { name: `Save ${note.number} as UBL` }))).bytes.toString()
      expect(ubl).toMatch(/<cbc:CreditedQuantity[^>]*>200</)
      for (const [tag, amount] of [
        ['TaxExclusiveAmount', xml[0]],
        ['TaxAmount', xml[1]],
        ['TaxInclusiveAmount', xml[2]],
      ] as const)
        expect(ubl).toContain(`<cbc:${tag} currencyID="USD">${amount}</cbc:${tag}>`)
      await expect
        .poll(() => attached(shop.mail, buyer.email, `${note.number}.pdf`), { message: 'the mail with the credit note' })
        .toEqual(pdf.bytes)
      papers.push({ invoice, note, pdf: pdf.bytes })

      await ofOrder.getByRole('button', { name: `Mail ${note.number} to the buyer again` }).click()
      await picture(clerk, `6-mail-again-${country}`)
      await clerk.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
      await expectToast(clerk, `${note.number} is being mailed to ${note.buyer}`)
      const copies = () =>
        shop.mail.received.filter(({ to, raw }) => to.join() === buyer.email && raw.includes(`Subject: Your credit note ${note.number}`))
      await expect.poll(() => copies().map(({ raw }) => raw.includes(`filename=${note.number}.pdf`))).toEqual([true])
    })
  }

  await test.step("finds last month's papers", async () => {
    const [year, month] = papers[0]!.note.issuedOn.split('-').map(Number) as [number, number]
    await clerk.clock.setFixedTime(new Date(year, month, 3, 9))
    await clerk.goto('/dashboard')
    await clerk.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Invoices', exact: true }).click()
    await clerk.getByRole('button', { name: 'Days of issue' }).click()
    await picture(clerk, '7-days')
    await clerk.getByRole('link', { name: 'Last month' }).click()
    await expect(clerk.getByRole('button', { name: 'Days of issue' })).toContainText('Last month')
    const row = (number: string) => clerk.getByRole('row').filter({ has: clerk.getByRole('button', { name: `Save ${number} as PDF` }) })
    for (const [index, { invoice, note }] of papers.entries()) {
      const { net, tax, due, credit } = buyers[index]!
      for (const amount of [net, tax, due]) await expect(row(invoice.number)).toContainText(amount)
      for (const amount of credit) await expect(row(note.number)).toContainText(amount)
      await expect(row(note.number)).toContainText(`for ${invoice.number}`)
    }
    await picture(clerk, '8-last-month')

    const names = papers.flatMap(({ invoice, note }) => [invoice.number, note.number])
    const zip = async (format: 'PDF' | 'UBL') =>
      unzipSync(
        new Uint8Array((await saved(clerk, clerk.getByRole('button', { name: `Save all that are found: ZIP of ${format}` }))).bytes),
      )
    const [pdfs, ubls] = [await zip('PDF'), await zip('UBL')]
    expect(Object.keys(pdfs).toSorted()).toEqual(names.map((name) => `${name}.pdf`).toSorted())
    expect(Object.keys(ubls).toSorted()).toEqual(names.map((name) => `${name}-ubl.xml`).toSorted())
    for (const { note, pdf } of papers) expect(Buffer.from(pdfs[`${note.number}.pdf`]!).equals(pdf)).toBe(true)

    await clerk.getByRole('button', { name: 'Days of issue' }).click()
    await clerk.getByRole('link', { name: 'Today' }).click()
    await expect(clerk.getByText('No invoices or credit notes found.')).toBeVisible()
  })
  await clerk.context().close()
})

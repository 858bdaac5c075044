import type { Quote } from '#contract/quotes/quotes.ts'
import { addPart, callShop, enter, expect, test } from '#tests/support/browser/journey.ts'

const NOTE = 'INVOICE\nPlease pay to IBAN DE02 1203 0000 0000 2020 51\nhttps://pay.example/now or billing@pay.example'

test("a shared page labels the buyer's words as theirs, says that it is no invoice, and makes no links of them (72)", async ({
  page,
  office,
}) => {
  const part = await addPart(office)
  await enter(page)
  const lines = [{ text: part.partNumber }, { text: 'Pay at https://pay.example', quantity: '5 %' }]
  const { _id, number } = await callShop<Quote>(page, 'POST', '/quotes', { name: 'INVOICE 2026-117', note: NOTE, lines })
  const { url } = await callShop<{ url: string }>(page, 'POST', `/quotes/${_id}/link`)

  await page.goto(new URL(url).pathname)

  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Quote ${number}`)
  await expect(main).toContainText('A quote of Teleforge, shared with you by a buyer. This is a quote, not an invoice.')
  await expect(main.getByRole('definition').filter({ hasText: /^INVOICE 2026-117$/ })).toBeVisible()
  await expect(main.getByRole('term').filter({ hasText: 'Note of the buyer' })).toBeVisible()
  await expect(main.getByRole('cell', { name: 'As given by the buyer: Pay at https://pay.example' })).toBeVisible()
  await expect(main.getByRole('cell', { name: 'As given by the buyer: 5 %' })).toBeVisible()
  await expect(main.locator('a')).toHaveCount(0)
  await expect(page.locator('meta[name=format-detection]')).toHaveAttribute('content', /telephone=no/)
})

import PDFDocument from 'pdfkit'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'

test.each(['packing-slips', 'address-labels'])('%s are laid out in another thread than the one that answers calls', async (papers) => {
  const shop = await openShop()
  const [admin, ann] = [await shop.admin(), await shop.customer('ann')]
  const order = await shop.placeOrder(ann, await shop.addPart())
  await reportPaid(ann, order, (await payByCard(shop, await openPaymentOf(ann, order))).id)
  // Of this thread alone.
  const addPage = vi.spyOn(PDFDocument.prototype, 'addPage')
  onTestFinished(() => addPage.mockRestore())

  const answer = await admin.post(`/${papers}`, { orders: [order._id] })

  expect(answer.statusCode).toBe(200)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)))
  expect(text.join()).toContain(order.number)
  expect(addPage).not.toHaveBeenCalled()
})

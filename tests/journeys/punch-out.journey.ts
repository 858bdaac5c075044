import type { Page } from '@playwright/test'
import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import { addPart, confirmAddress, enter, expect, expectToast, mailTo, newPerson, test } from '#tests/support/browser/journey.ts'
import { orderRequest, requestDocument, setupRequest, type Credentials } from '#tests/support/procurement/cxml-documents.ts'
import { readAnswer, readOrderMessage } from '#tests/support/procurement/procurement.ts'
import { openProcurementServer } from '#tests/support/procurement/procurement-server.ts'

/** As the procurement system's own server sends it. */
async function sendTo(page: Page, credentials: Credentials, request: string) {
  const answer = await page.request.post('/api/punchout/cxml', {
    headers: { 'content-type': 'text/xml' },
    data: requestDocument(credentials, request),
  })
  return readAnswer({ statusCode: answer.status(), body: await answer.text() })
}

test('a buyer connects a procurement system, and somebody comes from it, transfers a cart, and the purchase order is placed', async ({
  page,
  office,
  browser,
}) => {
  const server = await openProcurementServer()
  const part = await addPart(office)
  const ann = newPerson()
  await enter(page, ann)
  await confirmAddress(page, ann)
  await page.goto('/dashboard/profile/developers')
  await page.getByRole('button', { name: 'Connect a procurement system' }).click()
  await expect(page.getByLabel('Name', { exact: true }).last()).toBeFocused()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('Enter the identity that your procurement system sends.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).last().fill('Purchasing')
  await page.getByLabel('Your identity', { exact: true }).fill('123456789')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const secret = await page.getByLabel('Shared secret').inputValue()
  await expect(page.getByText('/api/punchout/cxml')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /Purchasing/ })).toContainText('DUNS 123456789')
  expect(await mailTo(ann.email, /A procurement system was connected/)).not.toContain(secret)
  expect(await axeFindingsDayAndNight(page)).toEqual([])
  const credentials = { domain: 'DUNS', identity: '123456789', secret }

  const { startPage } = await sendTo(page, credentials, setupRequest('create', server.returnUrl, 'cookie-1'))
  const visitor = await browser.newPage()
  await visitor.goto(startPage)
  await expect(visitor.getByText('You came from your procurement system.')).toBeVisible()
  expect(visitor.url()).not.toContain('punch-out')
  await visitor.getByRole('button', { name: 'Transfer to your procurement system' }).click()
  await expect(visitor.getByRole('alert').filter({ hasText: /line/ }).first()).toBeVisible()
  await visitor.getByRole('combobox', { name: 'Part, line 1', exact: true }).fill(part.partNumber)
  await visitor.getByRole('combobox', { name: 'Part, line 1', exact: true }).press('Tab')
  await visitor.getByRole('button', { name: 'Transfer to your procurement system' }).click()
  await expect(visitor.getByRole('heading', { name: 'Your requisition' })).toBeVisible()
  const cart = readOrderMessage(Buffer.from(server.received[0]!.get('cxml-base64')!, 'base64').toString())
  expect(cart).toMatchObject({ cookie: 'cookie-1', items: [{ partNumber: part.partNumber, quantity: '1000' }] })

  await visitor.goto('/quote')
  await expect(visitor.getByRole('combobox', { name: 'Part, line 1', exact: true })).toBeEnabled()
  await expect(visitor.getByRole('combobox', { name: 'Part, line 1', exact: true })).toHaveValue('')
  await visitor.goto(startPage)
  await expect(visitor.getByText('This link was used before or has expired.')).toBeVisible()
  await visitor.close()

  expect(await sendTo(page, credentials, orderRequest('PO-4711', cart.items, cart.total))).toMatchObject({ code: '200' })
  await page.goto('/dashboard')
  await expect(page.getByText('PO-4711').first()).toBeVisible()
  await page.goto('/dashboard/profile/developers')
  await page.getByRole('button', { name: 'Remove Purchasing' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'Purchasing is removed.')
  expect(await sendTo(page, credentials, setupRequest('create', server.returnUrl, 'cookie-2'))).toMatchObject({ code: '401' })
  await server.close()
})

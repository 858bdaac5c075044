import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import {
  addPart,
  callShop,
  confirmAddress,
  enter,
  expect,
  expectToast,
  mailTo,
  newPerson,
  placeOrder,
  test,
} from '#tests/support/browser/journey.ts'
import { isSignedWith, openWebhookTarget } from '#tests/support/doubles/webhook-target.ts'

test('a buyer adds an endpoint, tests it, sees what it was sent, sends it again, changes its secret, and deletes it', async ({
  page,
  office,
}) => {
  const target = await openWebhookTarget()
  const ann = newPerson()
  await enter(page, ann)
  await page.goto('/dashboard/profile')
  await expect(page.getByText('Then you can add an endpoint.')).toBeVisible()
  await confirmAddress(page, ann)
  await page.reload()

  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(page.getByLabel('Address', { exact: true }).last()).toBeFocused()
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(page.getByText('Enter a web address that begins with https://.')).toBeVisible()
  await page.getByLabel('Address', { exact: true }).last().fill('http://192.168.1.1/')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(page.getByText('This address is in a private network.')).toBeVisible()
  await page.getByLabel('Address', { exact: true }).last().fill(`${target.url}/hooks`)
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const secret = await page.getByLabel('Secret for verifying signatures').inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await mailTo(ann.email, /A webhook endpoint was added/)).not.toContain('/hooks')

  await page.getByRole('link', { name: `${target.url}/hooks` }).click()
  const sheet = page.getByRole('dialog', { name: new URL(target.url).host })
  await expect(sheet.getByText('Nothing was sent yet.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Send a test' }).click()
  await expect(sheet.getByText('The test arrived')).toBeVisible()
  expect(target.received.map((message) => [message.type, isSignedWith(secret, message)])).toEqual([['ping', true]])

  target.answer = (_, response) => response.writeHead(500).end('out of order')
  const order = await placeOrder(page, await addPart(office))
  await callShop(page, 'DELETE', `/order/${order._id}`)
  await page.reload()
  const message = sheet.getByRole('listitem').filter({ hasText: 'Order cancelled' })
  await expect(message).toContainText('It answered with 500.')
  await expect(message).toContainText('Waiting')
  await message.getByText('Message').click()
  await expect(message.locator('pre')).toBeVisible()
  await expect(message.locator('pre')).toContainText(order.number)
  target.answer = (_, response) => response.writeHead(200).end('thanks')
  await message.getByRole('button', { name: 'Send again' }).click()
  await expectToast(page, 'It is sent again.')
  await expect(message).toContainText('Delivered')
  expect(new Set(target.received.slice(1).map(({ id }) => id)).size).toBe(1)

  expect(await axeFindingsDayAndNight(page)).toEqual([])

  await sheet.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  const changed = await sheet.getByLabel('Secret for verifying signatures').inputValue()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await sheet.getByRole('button', { name: 'Send a test' }).click()
  await expect(sheet.getByText('The test arrived')).toBeVisible()
  await expect.poll(() => target.received.at(-1)!.type).toBe('ping')
  expect([secret, changed].map((one) => isSignedWith(one, target.received.at(-1)!))).toEqual([true, true])

  await sheet.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(sheet.getByText('This endpoint is switched off.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Switch on' }).click()
  await expect(sheet.getByRole('button', { name: 'Switch off' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Change' }).click()
  await sheet.getByLabel('Order paid').uncheck()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')

  await sheet.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'The endpoint is deleted.')
  await expect(page.getByRole('link', { name: `${target.url}/hooks` })).toBeHidden()
  await target.close()
})

import { addPart, callShop, enter, expect, expectToast, newPerson, payOrder, placeOrder, test } from '#tests/support/browser/journey.ts'

test('a buyer asks to return pieces with a picture, and the shop accepts, receives, refunds and restocks them', async ({
  page,
  office,
}) => {
  await enter(page, newPerson('Rosa Returns'))
  const part = await addPart(office, { price: 2.5 })
  const order = await payOrder(page, await placeOrder(page, part))
  await callShop(office, 'PUT', `/orderShipped/${order._id}`)
  await page.goto(`/dashboard/order/${order._id}`)

  await page.getByRole('button', { name: 'Return pieces' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Pieces').fill('300')
  await dialog.getByLabel('Pictures').setInputFiles('catalogue/images/ac-power-cord.webp')
  await expect(dialog.getByRole('img', { name: 'Picture 1' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Say what is wrong.')).toBeVisible()
  await dialog.getByLabel('What is wrong').fill('Dead pixels')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expectToast(page, /^Return R-\d+ is requested/)
  const own = page.getByRole('list', { name: 'Returns' }).getByRole('listitem').first()
  await expect(own).toContainText('Requested')

  await office.goto('/dashboard/returns?state=asked')
  await office.getByRole('searchbox', { name: 'Number, order, part or buyer' }).fill(order.number)
  await office.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  const row = office.getByRole('row').filter({ hasText: order.number })
  await row.getByRole('link').click()
  const sheet = office.getByRole('dialog', { name: /^R-\d+$/ })
  const question = office.getByRole('dialog').last()
  await expect(sheet).toContainText('Dead pixels')
  await sheet.getByRole('button', { name: /^Accept/ }).click()
  await question.getByLabel('Instructions').fill('Send it to dock 4')
  await question.getByRole('button', { name: 'Accept' }).click()
  await expectToast(office, 'The return is saved')
  // It has left the list of requested ones, and stays open.
  await expect(row).toHaveCount(0)
  await sheet.getByRole('button', { name: /^Pieces arrived/ }).click()
  await question.getByLabel('Pieces').fill('250')
  await question.getByRole('button', { name: 'Pieces arrived' }).click()
  await sheet.getByRole('button', { name: /^Refund or close/ }).click()
  await expect(question.getByLabel('Amount in dollars')).toHaveValue('625.00')
  await question.getByLabel('Pieces back in stock').fill('250')
  await question.getByRole('button', { name: 'Refund or close' }).click()
  await expect(office.getByRole('dialog')).toHaveCount(1)
  await expect(sheet).toContainText('$625.00')

  await expect(own).toContainText('Refunded')
  await expect(page.getByRole('list', { name: 'Refunds and disputes' })).toContainText('Refund $625.00')
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Return refunded 250 pieces')
})

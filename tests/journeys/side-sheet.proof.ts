import { addPart, enter, expect, expectToast, newPerson, payOrder, placeOrder, test } from '#tests/support/browser/journey.ts'

test("an order opens beside All Order with the buyer's address, and Back, Escape and a press beside it close it", async ({
  page,
  office,
}) => {
  const ann = newPerson()
  await enter(page, ann)
  const order = await payOrder(page, await placeOrder(page, await addPart(office)))
  const list = `/dashboard/all-order?q=${encodeURIComponent(ann.email)}`
  const sheet = office.getByRole('dialog', { name: order.name })
  const opening = office.getByRole('link', { name: order.name })

  await office.goto(list)
  await opening.focus()
  await office.keyboard.press('Enter')
  await expect(sheet).toBeVisible()
  await expect(office).toHaveURL(new RegExp(`open=${order._id}$`))
  for (const text of [ann.email, '+49 30 1234567', 'Dock Road 1, 20457 Hamburg', '1,000', order.transactionId]) {
    await expect(sheet.getByRole('definition').filter({ hasText: text })).toBeVisible()
  }
  await office.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(opening).toBeFocused()
  await office.goForward()
  await expect(sheet).toBeVisible()
  await office.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(office).toHaveURL(list)
  await opening.click()
  await expect(sheet).toBeVisible()
  await office.mouse.click(5, 300)
  await expect(sheet).toHaveCount(0)

  // By its address alone, in a list that does not have it.
  await office.goto(`/dashboard/all-order?state=unpaid&open=${order._id}`)
  await sheet.getByRole('button', { name: 'Pending Shipping' }).click()
  await office
    .getByRole('dialog', { name: /Shipping/ })
    .getByRole('button', { name: 'Confirm' })
    .click()
  await expectToast(office, 'Parts Shipped Successfully')
  await expect(sheet.getByText('Shipped', { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(office).toHaveURL('/dashboard/all-order?state=unpaid')
})

test('an audit entry shows old and new values side by side', async ({ office }) => {
  const part = await addPart(office, { available: 2_000 })
  await office.goto(`/dashboard/manegeProduct?q=${part.partNumber}`)
  const row = office.getByRole('row').filter({ hasText: part.name })
  // The row is a link, and its field is over it.
  await row.getByPlaceholder('Purchase quantity').click()
  await row.getByPlaceholder('Purchase quantity').fill('500')
  await row.getByRole('button', { name: `Update ${part.name}` }).click()
  await expectToast(office, `${part.name} Updated successfully`)

  await office.goto(`/dashboard/audit?q=${part.partNumber}`)
  const entry = office.getByRole('row').filter({ hasText: part.name }).filter({ hasText: 'Changed the stock' })
  await entry.getByRole('link').click()
  const sheet = office.getByRole('dialog', { name: 'Changed the stock' })
  await expect(sheet.getByRole('columnheader')).toHaveText(['Value', 'Before', 'After'])
  await expect(sheet.getByRole('row', { name: /available/ }).getByRole('cell')).toHaveText(['2000', '2500'])
})

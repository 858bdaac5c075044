import {
  addPart,
  enter,
  expect,
  expectToast,
  mailTo,
  newPerson,
  orderRow,
  payOrder,
  placeOrder,
  test,
} from '#tests/support/browser/journey.ts'

test('an order leaves in two parcels: the buyer follows each, a number is corrected, and the order is delivered', async ({
  page,
  office,
  browser,
}) => {
  const ann = newPerson('Ann Parcels')
  const part = await addPart(office)
  await enter(page, ann)
  const order = await placeOrder(page, part)
  await payOrder(page, order)

  await office.goto(`/dashboard/all-order?q=${encodeURIComponent(ann.email)}`)
  await orderRow(office, part.name).getByRole('button', { name: 'Pending Shipping' }).click()
  const dialog = office.getByRole('dialog')
  await expect(dialog.getByLabel('Pieces')).toHaveValue('1,000')
  await dialog.getByLabel('Pieces').fill('1,001')
  await dialog.getByLabel('Carrier').selectOption('UPS')
  await dialog.getByLabel('Tracking number').fill('123')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toContainText('Only 1,000 pieces are left to send.')
  await expect(dialog).toContainText('UPS numbers have 1Z and 16 letters or digits.')
  await dialog.getByLabel('Pieces').fill('400')
  await dialog.getByLabel('Tracking number').fill('1Z 999 AA1 01 2345 6784')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(office, '400 pieces sent, 600 left')
  await expect(orderRow(office, part.name)).toContainText('Partly shipped 400 / 1,000')

  await page.goto('/dashboard')
  await expect(orderRow(page, part.name)).toContainText('Partly shipped 400 / 1,000')
  await orderRow(page, part.name).getByRole('link', { name: part.name }).click()
  const parcels = page.getByRole('list', { name: 'Parcels' }).getByRole('listitem')
  await expect(parcels).toHaveText([/^400 pieces.*On its way.*UPS.*1Z999AA10123456784/])
  await expect(parcels.getByRole('link')).toHaveAttribute('href', 'https://www.ups.com/track?tracknum=1Z999AA10123456784')
  const events = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
  await expect(events).toContainText(['Placed', 'Paid', '400 pieces by UPS 1Z999AA10123456784'])
  await expect(page.getByRole('button', { name: 'Send parcel' })).toHaveCount(0)

  // The last pieces: nothing is typed, Enter is enough.
  await office.goto(`/dashboard/order/${order._id}`)
  await office.getByRole('button', { name: 'Send parcel' }).click()
  await expect(dialog.getByLabel('Pieces')).toHaveValue('600')
  // The carrier of the parcel before is preset; without a number it is not sent.
  await expect(dialog.getByLabel('Carrier')).toHaveValue('ups')
  await expect(dialog.getByLabel('Pieces')).toBeFocused()
  await office.keyboard.press('Enter')
  await expectToast(office, 'Parts Shipped Successfully')
  await expect(parcels).toHaveText([/^400 pieces/, /^600 pieces.*No tracking number/])

  // The carrier follows from the number.
  await office.getByRole('button', { name: 'Correct the tracking of 600 pieces' }).click()
  // Of a barcode that is scanned, its number stays.
  await dialog.getByLabel('Tracking number').fill('1001921334250001000300779017972697')
  await dialog.getByLabel('Tracking number').blur()
  await expect(dialog.getByLabel('Tracking number')).toHaveValue('779017972697')
  await expect(dialog.getByLabel('Carrier')).toHaveValue('fedex')
  await dialog.getByLabel('Carrier').selectOption('')
  await dialog.getByLabel('Tracking number').fill('1z999aa10123456799')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(events.last()).toContainText('no tracking → UPS 1Z999AA10123456799')

  const mail = await mailTo(ann.email, /^Subject: Your order .* on its way$/m)
  const link = /https?:\/\/\S+?(\/track\/[\w.-]+)/.exec(mail)![1]!
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(`Order ${order.number}`)
  await expect(stranger.getByRole('main')).toContainText('All pieces are on their way')
  await expect(stranger.getByRole('main')).not.toContainText(ann.email)
  await expect(stranger.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await stranger.goto(link.replace(/.{43}$/, 'A'.repeat(43)))
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('This link has expired')

  for (const pieces of ['400', '600']) {
    await office.getByRole('button', { name: `Mark delivered: ${pieces} pieces` }).click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog).toHaveCount(0)
    // The next button moves up when this parcel is shown as delivered; a press meanwhile misses it.
    await expect(office.getByRole('button', { name: `Mark delivered: ${pieces} pieces` })).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { name: /^Order O-/ })).toContainText('Delivered')
  await expect(parcels).toHaveText([/^400 pieces.*Delivered/, /^600 pieces.*Delivered/])
})

test('an admin who ships an order that another one has shipped meanwhile is told who it was', async ({ page, office, browser }) => {
  const part = await addPart(office)
  await enter(page, newPerson('Ann Twice'))
  const order = await placeOrder(page, part)
  await payOrder(page, order)
  await office.goto(`/dashboard/order/${order._id}`)
  await office.getByRole('button', { name: 'Pending Shipping' }).click()
  const other = await (await browser.newContext({ storageState: await office.context().storageState() })).newPage()
  await other.goto(`/dashboard/order/${order._id}`)
  await other.getByRole('button', { name: 'Pending Shipping' }).click()

  await expect(other.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await other.keyboard.press('Enter')
  await expectToast(other, 'Parts Shipped Successfully')
  await office.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()

  await expectToast(office, /^All pieces have been sent already, by .*@.* on /)
})

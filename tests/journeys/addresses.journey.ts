import {
  addPart,
  answerInstead,
  callShop,
  enter,
  expect,
  expectToast,
  newPerson,
  openPart,
  payOrder,
  test,
} from '#tests/support/browser/journey.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Quote } from '#contract/quotes/quotes.ts'

test('an address is added to the book while buying, and what was typed stays', async ({ page, office }) => {
  const part = await addPart(office)
  await enter(page)
  await openPart(page, part.name)
  await page.getByRole('button', { name: 'Purchase' }).click()
  await page.getByLabel('Phone').fill('+49 40 1')
  const { href } = new URL(page.url())

  await page.getByRole('button', { name: 'New address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('A street is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Ann Buyer')
  await dialog.getByLabel('Country').selectOption('Germany')
  await expect(dialog.getByLabel('State or province')).toBeHidden()
  await dialog.getByLabel('Country').selectOption('United States of America')
  await dialog.getByLabel('Street').fill('1 Main St')
  await dialog.getByLabel('City').fill('Springfield')
  await dialog.getByLabel('State or province').fill('IL')
  await expect(dialog.getByLabel('State or province')).toHaveAttribute('autocomplete', 'shipping address-level1')
  await dialog.getByLabel('Postal code').fill('62701')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(
    'Ann Buyer\n1 Main St\nSpringfield, IL 62701\nUnited States of America',
  )
  await expect(page.getByLabel('Phone')).toHaveValue('+49 40 1')
  expect(page.url()).toBe(href)
})

test('an address of the book is bought with, changed in time, and fixed once it is shipped', async ({ page, office }) => {
  const part = await addPart(office)
  const ann = newPerson('Ann Address')
  await enter(page, ann)

  await page.goto('/dashboard/addresses')
  await page.getByRole('button', { name: 'New address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('A street is required')).toBeVisible()
  await expect(dialog.getByText('A country is required')).toBeVisible()
  await dialog.getByLabel('Label').fill('Warehouse')
  await dialog.getByLabel('Name').fill('Ann Buyer')
  await dialog.getByLabel('Street').fill('Dock Road 1')
  await dialog.getByLabel('Postal code').fill('20457')
  await dialog.getByLabel('City').fill('Hamburg')
  await dialog.getByLabel('Country').selectOption('Germany')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Warehouse' })).toContainText('Default')

  await openPart(page, part.name)
  await page.getByRole('button', { name: 'Purchase' }).click()
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('Ann Buyer\nDock Road 1\n20457 Hamburg\nGermany')
  await page.getByLabel('Phone').fill('+49 40 1')
  await page.getByLabel('Reference').fill('PO-77')
  await page.reload()
  await expect(page.getByLabel('Address book')).toHaveValue(/./)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('row').filter({ hasText: part.name }).getByRole('link', { name: part.name }).click()
  await expect(page.getByText('Dock Road 1')).toBeVisible()
  const [order] = await callShop<Order[]>(page, 'GET', `/order?customer=${ann.email}`)
  expect(order).toMatchObject({ reference: 'PO-77', shipTo: { city: 'Hamburg', country: 'DE' } })

  await page.getByRole('button', { name: 'Change address' }).click()
  // Typed fields are replaced by those of the book.
  await dialog.getByLabel('Street').fill('Wrong')
  await expect(dialog.getByLabel('Address book')).toHaveValue('')
  await dialog.getByLabel('Address book').selectOption({ index: 1 })
  await expect(dialog.getByLabel('Street')).toHaveValue('Dock Road 1')
  await dialog.getByLabel('Street').fill('Dock Road 2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Address changed.')
  const changed = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: 'Address changed' })
  await expect(changed.getByRole('definition')).toHaveText([/Dock Road 1/, /Dock Road 2/])
  await expect(page.getByLabel('Ship to')).toContainText('Dock Road 2')

  await page.getByRole('button', { name: 'PO-77, change the reference' }).click()
  await page.getByRole('textbox', { name: 'New value: the reference' }).fill('PO-78')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'PO-78, change the reference' })).toBeVisible()

  // The dialog is open while a parcel leaves: what is saved afterwards comes too late.
  await page.getByRole('button', { name: 'Change address' }).click()
  await dialog.getByLabel('Street').fill('Dock Road 3')
  await payOrder(page, order!)
  await callShop(office, 'PUT', `/orderShipped/${order!._id}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This order has been shipped, so its address cannot be changed any more.')).toBeVisible()
})

test('lines of a quote go to different addresses, with its name as the reference', async ({ page, office }) => {
  const parts = [await addPart(office), await addPart(office)]
  const ann = newPerson('Ann Lines')
  await enter(page, ann)
  const dock = { name: 'Ann Buyer', company: '', street: 'Dock Road 1', city: 'Hamburg', postalCode: '', country: 'DE', phone: '+49 40 1' }
  await callShop(page, 'POST', '/addresses', { ...dock, label: 'Warehouse' })
  await callShop(page, 'POST', '/addresses', { ...dock, label: 'Office', street: 'Quay 2' })
  const lines = parts.map(({ _id: partsId, partNumber: text }) => ({ partsId, text, quantity: 1_000 }))
  const quote = await callShop<Quote>(page, 'POST', '/quotes', { name: 'Spring', lines })

  await page.goto(`/dashboard/quotes/${quote._id}`)
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(/Dock Road 1/)
  await expect(page.getByLabel('Reference')).toHaveValue('Spring')
  await page.getByText('Send lines to different addresses').click()
  await page.getByLabel(`Line 2, ${parts[1]!.name}`).selectOption('Office')
  await page.getByRole('button', { name: /^Order all for/ }).click()
  await expect(page).toHaveURL(/payment/)

  const placed = await callShop<Order[]>(page, 'GET', `/order?customer=${ann.email}`)
  expect(placed.map(({ shipTo, reference }) => [shipTo?.street, reference])).toEqual([
    ['Dock Road 1', 'Spring'],
    ['Quay 2', 'Spring'],
  ])
})

test('a form in a dialog stays while it is sent, and says why it was refused without losing what was typed', async ({ page }) => {
  await enter(page, newPerson('Rita Refused'))
  await page.goto('/dashboard/addresses')
  await page.getByRole('button', { name: 'New address' }).click()
  const dialog = page.getByRole('dialog', { name: 'New address' })
  await dialog.getByLabel('Label').fill('Warehouse')
  await dialog.getByLabel('Name').fill('Rita Refused')
  await dialog.getByLabel('Country').selectOption('Germany')
  await dialog.getByLabel('Street').fill('Dock Road 1')
  await dialog.getByLabel('City').fill('Hamburg')

  const refusal = { code: 'INVALID_INPUT', message: 'The address book is full.' }
  const answer = Promise.withResolvers<void>()
  await answerInstead(page, 'POST /addresses', refusal, 400)
  await page.route('**/api/addresses', async (route) => {
    if (route.request().method() === 'POST') await answer.promise
    await route.fallback()
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  answer.resolve()

  await expect(dialog.getByRole('alert')).toHaveText('The address book is full.')
  await expect(dialog.getByLabel('Label')).toHaveValue('Warehouse')
  await expect(dialog.getByLabel('Street')).toHaveValue('Dock Road 1')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'New address' })).toBeFocused()
})

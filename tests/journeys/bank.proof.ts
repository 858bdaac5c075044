import type { Page } from '@playwright/test'
import { addPart, answerInstead, callShop, enter, expect, newPerson, payOrder, placeOrder, test } from '#tests/support/browser/journey.ts'
import { camtOf } from '#tests/support/shops/bank.ts'

const asFile = (text: string) => ({ name: 'statement.xml', mimeType: 'application/xml', buffer: Buffer.from(text) })

async function chooseTransfer(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Bank transfer' }).check()
  await page.getByRole('button', { name: 'Pay by bank transfer' }).click()
}

const referenceOn = async (page: Page) => (await page.getByText(/^RF\d\d /).innerText()).replaceAll(' ', '')

test('an order is paid by bank transfer: reference, statement, confirmation', async ({ page, office }) => {
  await enter(page, newPerson('Tessa Transfer'))
  const order = await placeOrder(page, await addPart(office))
  await page.goto(`/dashboard/payment/${order._id}`)
  await chooseTransfer(page)
  await expect(page.getByText('IBAN', { exact: true })).toBeVisible()
  const reference = await referenceOn(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Pro-forma invoice (PDF)' }).click()
  expect((await saving).suggestedFilename()).toContain(order.number)

  await office.goto('/dashboard/bank')
  const movement = { amount: order.totalPrice, text: `Invoice ${reference}`, payer: 'Tessa Transfer', bankReference: reference }
  await office.getByLabel('Bank statement').setInputFiles(asFile(camtOf([movement])))
  await expect(office.getByText('1 new movement of 1.')).toBeVisible()
  const row = office.getByRole('row').filter({ hasText: reference })
  await expect(row).toContainText(`Sure: ${order.number}`)
  await row.getByRole('button', { name: 'Confirm the movement of Tessa Transfer' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(office.getByText('One order is paid.')).toBeVisible()

  await page.goto(`/dashboard/order/${order._id}`)
  await expect(page.getByText(reference)).toBeVisible()
  await expect(page.getByText(/^bank_/)).toBeVisible()
})

test('an order is taken on account, shipped, and paid later', async ({ page, office }) => {
  const person = newPerson('Odo Account')
  await enter(page, person)
  await office.goto(`/dashboard/customers?q=${encodeURIComponent(person.email)}`)
  await office.getByRole('link', { name: person.email }).click()
  await office.getByLabel('Limit in US dollars').fill('50000')
  await office.getByLabel('Pays within').selectOption('14')
  await office.getByRole('button', { name: 'Save limit' }).click()
  await expect(office.getByText('The limit is saved.')).toBeVisible()
  const order = await placeOrder(page, await addPart(office))

  await page.goto(`/dashboard/payment/${order._id}`)
  await page.getByRole('radio', { name: 'On account' }).check()
  await page.getByRole('button', { name: 'Buy on account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/On account: please pay by/)).toBeVisible()

  await office.goto(`/dashboard/order/${order._id}`)
  await office
    .getByRole('button', { name: /Ship|Pending Shipping/ })
    .first()
    .click()
  await office
    .getByRole('dialog')
    .getByRole('button', { name: /Confirm|Ship/ })
    .click()
  await expect(office.getByRole('heading', { name: /^Order O-/ })).toContainText('Shipped')
  await office.goto('/dashboard/open-items')
  const item = office.getByRole('row').filter({ hasText: order.number })
  await expect(item).toContainText('Not due')
  await item.getByRole('button', { name: `Enter payment for ${order.number}` }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Enter' }).click()
  await expect(dialog.getByText('Write a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Cheque 4711')
  await dialog.getByRole('button', { name: 'Enter' }).click()
  await expect(office.getByText(`The payment for ${order.number} is entered.`)).toBeVisible()
  await expect(item).toBeHidden()
})

/** Ticks or unticks an invoice for each delivery, on the screen of the company's settings. */
async function invoiceEachDelivery(office: Page, isOn: boolean): Promise<void> {
  await office.goto('/dashboard/shop-settings/company')
  await office.getByLabel(/^Orders on account: an invoice for each delivery/).setChecked(isOn)
  await office.getByRole('button', { name: 'Save and publish' }).click()
  await expect(office.getByText('The settings are published')).toBeVisible()
}

test('an order on account has an invoice for each delivery, and what is not sent is taken off without one', async ({ page, office }) => {
  const person = newPerson('Dora Delivery')
  await enter(page, person)
  await office.goto(`/dashboard/customers?q=${encodeURIComponent(person.email)}`)
  await office.getByRole('link', { name: person.email }).click()
  await office.getByLabel('Limit in US dollars').fill('50000')
  await office.getByRole('button', { name: 'Save limit' }).click()
  await expect(office.getByText('The limit is saved.')).toBeVisible()
  await invoiceEachDelivery(office, true)
  const order = await placeOrder(page, await addPart(office, { price: 2.5 }))
  await page.goto(`/dashboard/payment/${order._id}`)
  await page.getByRole('radio', { name: 'On account' }).check()
  await page.getByRole('button', { name: 'Buy on account' }).click()
  await expect(page.getByRole('dialog')).toContainText('Each delivery has its own invoice.')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/On account: please pay within 30 days after it has left/)).toBeVisible()
  await invoiceEachDelivery(office, false)

  await callShop(office, 'POST', `/order/${order._id}/parcels`, { pieces: 400 })
  await office.goto('/dashboard/open-items')
  await expect(office.getByRole('row').filter({ hasText: `${order.number}, INV-` })).toContainText('$1,000.00')
  const rest = office.getByRole('row').filter({ hasText: 'Not sent yet, 30 days after dispatch' })
  await expect(rest).toContainText('$1,500.00')
  await office.goto(`/dashboard/order/${order._id}`)
  await office.getByRole('button', { name: `Refund the order of ${order.name}` }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('Pieces not to send').fill('600')
  await expect(dialog.getByLabel('Amount in dollars')).toHaveValue('1500.00')
  await dialog.getByLabel('Reason').fill('Not needed')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()

  await page.goto('/dashboard/my-papers')
  await expect(page.getByRole('row').filter({ hasText: order.number })).toHaveCount(1)
  await page.goto(`/dashboard/order/${order._id}`)
  await expect(page.getByText(/^\$1,000.00 · Pay by/)).toBeVisible()
})

test('of two transfers that are short one is accepted as paid, and the other waits for the rest', async ({ page, office }) => {
  await enter(page, newPerson('Sia Short'))
  const transfers = []
  for (const missing of [15, 500]) {
    const order = await placeOrder(page, await addPart(office))
    await page.goto(`/dashboard/payment/${order._id}`)
    await chooseTransfer(page)
    transfers.push({ order, reference: await referenceOn(page), missing })
  }
  const movements = transfers.map(({ order, reference, missing }) => ({
    amount: order.totalPrice - missing,
    text: reference,
    bankReference: reference,
  }))
  const [accepted, waiting] = transfers.map(({ reference }) => office.getByRole('row').filter({ hasText: reference }))

  await office.goto('/dashboard/bank')
  await office.getByLabel('Bank statement').setInputFiles(asFile(camtOf(movements)))
  await accepted!.getByRole('button', { name: /^Accept/ }).click()
  await expect(office.getByRole('heading', { name: `Accept that $15.00 of ${transfers[0]!.order.number} is missing?` })).toBeVisible()
  await office.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(office.getByText(`${transfers[0]!.order.number} is paid.`)).toBeVisible()
  await expect(waiting!.getByRole('button')).toHaveCount(1)
  await waiting!.getByRole('button').click()
  await office.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  const partPaid = office.getByRole('table', { name: 'Part paid' }).getByRole('row').filter({ hasText: transfers[1]!.order.number })
  await expect(partPaid).toContainText('$500.00')

  await page.goto(`/dashboard/order/${transfers[1]!.order._id}`)
  await expect(
    page.getByText(/^A part of the money is there\. Pay the rest by .*20\d\d.*\. The pieces are held until then\.$/),
  ).toBeVisible()
})

test('above what a card takes the transfer is first, what cannot be chosen says why, and keys alone choose and pay', async ({
  page,
  office,
}) => {
  const person = newPerson('Kay Keys')
  await enter(page, person)
  const part = await addPart(office, { price: 577.93, available: 10_000 })
  const large = await placeOrder(page, part, 2_000)
  await page.goto(`/dashboard/payment/${large._id}`)

  const choices = page.getByRole('group', { name: 'How do you want to pay?' }).getByRole('radio')
  await expect(choices.first()).toHaveAccessibleName('Bank transfer')
  await expect(choices.first()).toBeChecked()
  await expect(choices.last()).toBeDisabled()
  await expect(choices.last()).toHaveAccessibleDescription('One card payment can be at most $999,999.99. Please choose another way.')

  await page.goto(`/dashboard/payment/${(await placeOrder(page, part))._id}`)
  await expect(choices.first()).toHaveAccessibleName('Card')
  await choices.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(choices.last()).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('IBAN', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Transfer this amount/)).toBeFocused()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Bank transfer' })).toBeChecked()

  const answerOfBank = (status: string) => answerInstead(page, 'GET /sandbox/payment-intents/*', { id: 'pi_1', status })
  await answerOfBank('processing')
  await page.reload()
  await expect(page.getByText('Your Transaction Is Processing......', { exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Card', exact: true })).toBeChecked()
  await expect(page.getByText('IBAN', { exact: true })).toHaveCount(0)
  await answerOfBank('succeeded')
  await expect(page.getByText('Your Transaction Is Completed', { exact: true })).toBeVisible()
  await expect(page.getByText('Please Pay')).toHaveCount(0)
})

test('a payment page that stands open says what happens to its order elsewhere', async ({ page, office, context }) => {
  await enter(page, newPerson('Tia Tabs'))
  const part = await addPart(office, { price: 2.5 })
  const [changed, paid] = [await placeOrder(page, part, 2_000), await placeOrder(page, part)]
  const other = await context.newPage()
  await other.goto(`/dashboard/payment/${paid._id}`)
  await expect(other.getByText('Please Pay: $2,500.00')).toBeVisible()
  await page.goto(`/dashboard/payment/${changed._id}`)
  await expect(page.getByText('Please Pay: $5,000.00')).toBeVisible()

  await callShop(page, 'PUT', `/order/${changed._id}/pieces`, { orderQuantity: 1_000, totalPrice: 2_500 })
  await expect(page.getByText('The amount has changed from $5,000.00 to $2,500.00 since you opened this page.')).toBeVisible()
  await callShop(page, 'DELETE', `/order/${changed._id}`)
  await expect(page.getByText(`Order ${changed.number} was cancelled. Nothing is to be paid for it.`)).toBeVisible()
  await expect(page.getByText('Please Pay')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0)
  await payOrder(page, paid)
  await expect(other.getByText('This order is paid. Thank you.')).toBeVisible()
})

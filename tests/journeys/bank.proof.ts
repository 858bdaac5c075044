import { addPart, enter, expect, newPerson, placeOrder, test } from '#tests/support/browser/journey.ts'
import { camtOf } from '#tests/support/shops/bank.ts'

const asFile = (text: string) => ({ name: 'statement.xml', mimeType: 'application/xml', buffer: Buffer.from(text) })

test('an order is paid by bank transfer: reference, statement, confirmation', async ({ page, office }) => {
  await enter(page, newPerson('Tessa Transfer'))
  const order = await placeOrder(page, await addPart(office))
  await page.goto(`/dashboard/payment/${order._id}`)
  await page.getByRole('button', { name: 'Pay by bank transfer' }).click()
  const ways = page.getByRole('region', { name: 'Other ways to pay' })
  await expect(ways.getByText('IBAN', { exact: true })).toBeVisible()
  const reference = (await ways.getByText(/^RF\d\d /).innerText()).replaceAll(' ', '')
  const saving = page.waitForEvent('download')
  await ways.getByRole('button', { name: 'Pro-forma invoice (PDF)' }).click()
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
  await page.getByRole('button', { name: 'On account' }).click()
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

test('of two transfers that are short one is accepted as paid, and the other waits for the rest', async ({ page, office }) => {
  await enter(page, newPerson('Sia Short'))
  const transfers = []
  for (const missing of [15, 500]) {
    const order = await placeOrder(page, await addPart(office))
    await page.goto(`/dashboard/payment/${order._id}`)
    await page.getByRole('button', { name: 'Pay by bank transfer' }).click()
    const reference = (
      await page
        .getByRole('region', { name: 'Other ways to pay' })
        .getByText(/^RF\d\d /)
        .innerText()
    ).replaceAll(' ', '')
    transfers.push({ order, reference, missing })
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

import {
  addPart,
  colourOf,
  enter,
  enterCard,
  expect,
  expectToast,
  holdBack,
  newPerson,
  placeOrder,
  test,
  watchCalls,
} from '#tests/support/browser/journey.ts'

test('the payment page asks for the secret, takes a card once, and tells every state of it', async ({ page, office }) => {
  const ann = newPerson('Ann Payment')
  const part = await addPart(office, { price: 2.5 })
  await enter(page, ann)
  const order = await placeOrder(page, part, 2_000)
  const calls = watchCalls(page)
  const callsTo = (method: string, path: RegExp) => calls.filter((call) => call.method === method && path.test(call.path))
  const releaseSecret = await holdBack(page, '**/api/create-payment-intent')
  await page.goto(`/dashboard/payment/${order._id}`)

  const pay = page.getByRole('button', { name: 'Pay', exact: true })
  await expect(page.getByRole('heading', { level: 2 })).toContainText(ann.name)
  await expect(page.getByText(part.name, { exact: true })).toBeVisible()
  const image = page.getByRole('img', { name: part.name })
  await expect.poll(() => image.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByText('2,000 Pieces', { exact: true })).toBeVisible()
  await expect(page.getByText('Please Pay: $5,000.00', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Ships by .* if paid today$/)).toBeVisible()
  await expect(page.getByLabel(/Card number/)).toBeVisible()
  await expect(pay).toBeDisabled()
  releaseSecret()
  await expect(pay).toBeEnabled()
  expect(callsTo('POST', /^\/create-payment-intent$/)[0]!.body).toEqual({ totalPrice: 5_000, orderId: order._id })

  await enterCard(page, '4000 0000 0000 0002')
  const refusal = page.getByRole('alert').filter({ hasText: 'Your card was declined.' })
  await expect(refusal).toBeVisible()
  const { red, green, blue } = await colourOf(refusal)
  expect(red).toBeGreaterThan(2 * Math.max(green, blue))
  await page.getByRole('radio', { name: 'Bank transfer' }).check()
  await expect(page.getByLabel(/Card number/)).toBeHidden()
  await expect(refusal).toBeVisible()
  await page.getByRole('radio', { name: 'Card', exact: true }).check()
  await expect(page.getByLabel(/Card number/)).toHaveValue('4000 0000 0000 0002')
  await expect(refusal).toBeVisible()

  const releasePayment = await holdBack(page, '**/api/sandbox/payment-intents/*/confirm')
  await enterCard(page, '4242 4242 4242 4242')
  await expect(page.getByText('Your Transaction Is Processing......', { exact: true })).toBeVisible()
  await expect(pay).toBeDisabled()
  const releaseReport = await holdBack(page, `**/api/order/${order._id}`)
  releasePayment()
  await expect(page.getByText('Your visa card Payment Is Completed', { exact: true })).toBeVisible()
  await expectToast(page, 'Your Transaction Is Completed')
  const told = await page.getByText(/^Your Transaction Id: pi_\w{24}$/).innerText()
  const transactionId = told.replace('Your Transaction Id: ', '')
  await expect(pay).toBeDisabled()
  await expect(page.getByText('Your Transaction Is Processing......')).toBeHidden()
  await expect(page.getByText('Paid: $5,000.00', { exact: true })).toBeVisible()
  await expect(page.getByText(/if paid today/)).toHaveCount(0)
  releaseReport()

  expect(callsTo('POST', /^\/sandbox\/payment-methods$/)[0]!.body).toMatchObject({
    billing: { name: ann.name, email: ann.email },
  })
  await expect
    .poll(() => callsTo('PUT', /^\/order\//)[0])
    .toMatchObject({
      path: `/order/${order._id}`,
      body: { order: { _id: order._id }, transactionId },
    })

  await expect(page.getByText(/^Ships by \w{3} \d+ \w{3}(?: \d{4})?$/)).toBeVisible()
  await expect(page.getByRole('link', { name: `Order ${order.number}` })).toHaveAttribute('href', `/dashboard/order/${order._id}`)
  const invoice = page.getByRole('list', { name: 'Invoices and credit notes' })
  await expect(invoice.getByRole('button', { name: /^Save INV-.* as PDF$/ })).toBeVisible()

  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  const menuStandsAt = async () => {
    await page.evaluate(() => scrollTo(0, 0))
    return (await menu.boundingBox())!.y
  }
  const place = await menuStandsAt()
  await menu.getByRole('link', { name: 'My Order' }).click()
  await expect(page.getByRole('heading', { name: 'My Total Order: 1' })).toBeVisible()
  expect(await menuStandsAt()).toBe(place)
})

import { addPart, enter, enterCard, expect, newPerson, openPart, test, untilReactHas } from '#tests/support/browser/journey.ts'
import { translate } from '#tests/support/browser/translate.ts'

test('a visitor whose browser translates the page can be refused at the login, and enter', async ({ page }) => {
  await page.goto('/login')
  const login = page.locator('form').getByRole('button', { name: 'Login' })
  await untilReactHas(login)
  const failures = await translate(page)

  await login.click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Password-1')
  await login.click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(login).toBeEnabled()

  expect(failures()).toEqual([])
})

test('a visitor whose browser translates the page can write to the shop', async ({ page }) => {
  await page.goto('/contact-us')
  const send = page.getByRole('button', { name: 'Send' })
  await untilReactHas(send)
  const failures = await translate(page)

  await send.click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Name').fill('Vera')
  await page.getByLabel('Email').fill('vera@example.com')
  await page.getByRole('textbox', { name: 'Message' }).fill('Do you make T-con boards?')
  await send.click()
  await expect(page.getByRole('status').filter({ hasText: 'Thank you' })).toBeVisible()

  expect(failures()).toEqual([])
})

test('a visitor whose browser translates the page can work on a quote', async ({ page, office }) => {
  const part = await addPart(office)
  await page.goto('/quote')
  await expect(page.getByRole('combobox', { name: 'Part, line 1', exact: true })).toBeEnabled()
  const failures = await translate(page)

  await page.getByRole('button', { name: 'Paste a list' }).click()
  await page.getByLabel('Your list').fill('LED Backlight Strip 55"; 2000\nno such part; 5\nMain board; 1000')
  await page.getByRole('button', { name: 'Add these lines' }).click()
  await expect(page.getByRole('combobox', { name: 'Part, line 3', exact: true })).toHaveValue('Main board')
  await page.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).fill('many')
  await page.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).blur()
  await page.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).fill('3000')
  await page.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).blur()
  await page.getByRole('combobox', { name: 'Part, line 2', exact: true }).fill(part.partNumber)
  const second = page.getByRole('table', { name: 'Lines of the quote' }).getByRole('row').nth(2)
  await expect(second).toContainText(/\$\d/)
  await page.getByRole('button', { name: 'Remove line 1' }).click()
  await expect(page.getByRole('combobox', { name: 'Part, line 1', exact: true })).toHaveValue(part.partNumber)
  await expect(page.getByRole('textbox', { name: 'Quantity, line 4', exact: true })).toHaveCount(0)

  expect(failures()).toEqual([])
})

test('a customer whose browser translates the page can buy', async ({ page }) => {
  await enter(page, newPerson())
  await openPart(page, 'T-Con Board')
  const purchase = page.getByRole('button', { name: 'Purchase' })
  await untilReactHas(purchase)
  const failures = await translate(page)

  await page.getByLabel('Quantity').fill('10')
  await expect(purchase).toBeDisabled()
  await page.getByLabel('Quantity').fill('1000')
  await page.getByRole('button', { name: 'Plus 1,000 pieces' }).click()
  await purchase.click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Phone').fill('+49 30 1234567')
  await page.getByLabel('Address').fill('Dock Road 1, 20457 Hamburg')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'My Total Order: 1' })).toBeVisible()
  await page.getByRole('link', { name: 'Pay Now' }).click()
  await enterCard(page, '4242 4242 4242 4242')
  await expect(page.getByText('Your visa card Payment Is Completed', { exact: false })).toBeVisible()

  expect(failures()).toEqual([])
})

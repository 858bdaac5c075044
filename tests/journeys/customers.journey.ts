import { readFile } from 'node:fs/promises'
import { enter, expect, newPerson, test } from '#tests/support/browser/journey.ts'

test('an admin finds a customer, writes a note, saves their data and erases them', async ({ page, office }) => {
  const person = newPerson('Zoe Buyer')
  await enter(page, person)
  await office.goto('/dashboard/customers')
  await office.getByRole('searchbox', { name: 'Name or email' }).fill(person.email)
  const answer = Promise.withResolvers<void>()
  await office.route(/\/customers\?.*q=/, async (route) => {
    await answer.promise
    await route.continue()
  })
  await office.getByRole('button', { name: 'Search' }).last().click()
  await expect(office.locator('section[aria-busy]')).toBeVisible()
  // The earlier rows keep the title that counts them.
  await expect(office.getByRole('heading', { name: 'Customers found' })).toBeHidden()
  answer.resolve()
  await expect(office.getByRole('heading', { name: `Customers found for “${person.email}”: 1` })).toBeVisible()
  await office.getByRole('link', { name: person.email }).click()
  await expect(office.getByRole('heading', { name: /Zoe Buyer/ })).toBeVisible()

  await office.getByRole('button', { name: 'Add note' }).click()
  await expect(office.getByText('Write the note first.')).toBeVisible()
  await office.getByLabel('New note').fill('Asks for pallets of 800 pieces.')
  await office.getByRole('button', { name: 'Add note' }).click()
  await expect(office.getByRole('listitem').getByText('Asks for pallets of 800 pieces.')).toBeVisible()
  const saving = office.waitForEvent('download')
  await office.getByRole('button', { name: 'Export data' }).click()
  const saved = await saving
  expect(JSON.parse(await readFile(await saved.path(), 'utf8'))).toMatchObject({
    account: [{ email: person.email }],
    notes: [{ note: 'Asks for pallets of 800 pieces.' }],
  })

  await office.getByRole('button', { name: 'Erase' }).click()
  const dialog = office.getByRole('dialog', { name: `Erase the personal data of ${person.email}?` })
  await dialog.getByLabel('Email of the customer, to confirm').fill('somebody@example.com')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('This is not the email of this customer.')).toBeVisible()
  await dialog.getByLabel('Email of the customer, to confirm').fill(person.email)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(office.getByText('The personal data are erased.')).toBeVisible()
  await expect(office).toHaveURL(/\/dashboard\/customers$/)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)
})

import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import { sampleAccounts } from '#server/sample-accounts.ts'

export type Person = { name: string; email: string; password: string }

/** Somebody new; each journey has its own, so that their order never matters. */
export function newPerson(name = 'Ann Buyer'): Person {
  return { name, email: `ann-${randomUUID().slice(0, 8)}@example.com`, password: 'Journey-pass-1' }
}

export const sampleAdmin: Person = { ...sampleAccounts.admin, name: sampleAccounts.admin.displayName }

/** A page that fails the journey when the browser reports a script error or a breach of the security policy. */
export const test = base.extend<{ watched: void }>({
  watched: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(String(error)))
      page.on('console', (message) => {
        if (/content security policy|hydrat/i.test(message.text())) problems.push(message.text())
      })
      await use()
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Registers through the screen and waits until the shop says welcome. */
export async function register(page: Page, person: Person): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm Password').fill(person.password)
  await page.getByLabel(/terms/).check()
  await page.getByRole('button', { name: 'Register' }).click()
  await expectSignedIn(page)
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await fillLogin(page, person)
  await expectSignedIn(page)
}

export async function fillLogin(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

export const expectSignedIn = (page: Page) =>
  expect(page.getByRole('button', { name: 'Sign Out' }).first()).toBeVisible()

/** The part's screen, by the first page of the list that shows it. */
export async function openPart(page: Page, partName: string): Promise<void> {
  await page.goto('/inventory')
  const card = page.getByRole('article').filter({ hasText: partName })
  for (let number = 2; (await card.count()) === 0; number++) {
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText(`Page NO: ${number}`)).toBeVisible()
  }
  await card.getByRole('link', { name: 'Order Now' }).click()
}

/** From the part list to an unpaid order; ends on My Order. */
export async function orderPart(page: Page, partName: string, quantity = 1_000): Promise<void> {
  await openPart(page, partName)
  await page.getByLabel('Quantity').fill(String(quantity))
  await page.getByRole('button', { name: 'Purchase' }).click()
  await page.getByLabel('Phone').fill('+49 30 1234567')
  await page.getByLabel('Address').fill('Dock Road 1, 20457 Hamburg')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: /My Total Order: \d+/ })).toBeVisible()
}

export async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByLabel(/Card number/).fill(number)
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

export const orderRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** The newest mail to an address, from the folder of trial mode. Waits for it. */
export async function mailTo(email: string, subject: RegExp): Promise<string> {
  const folder = join(process.env['JOURNEYS_DATA_DIR']!, 'mail') // set by the configuration
  let found: string | undefined
  await expect(async () => {
    const names = (await readdir(folder)).toSorted()
    const letters = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    found = letters.findLast((letter) => letter.includes(email) && subject.test(letter))
    expect(found).toBeDefined()
  }).toPass({ timeout: 10_000 })
  return found!
}

/** Path and query of the first link to the shop in a mail. */
export function linkIn(letter: string, path: string): string {
  const link = new RegExp(`https?://\\S+(${path}\\?\\S+)`).exec(letter)?.[1]
  if (!link) throw new Error(`There is no link to ${path} in the mail`)
  return link
}

import type { Page } from 'playwright-core'
import { allOrdersWords } from '../../app/words/all-orders.ts'
import type { Business } from '../../scripts/screens/business.ts'

type Visit = (path: string, use: () => Promise<void>) => () => Promise<number>
type Pages = { page: Page; office: Page }
type Visits = { ofBuyer: Visit; ofClerk: Visit }

/** What buyers and clerks press and type all day. `keyMs` is the time between two keys. */
export function dashboardVisits(
  { page, office }: Pages,
  { paid, unpaid, number }: Business,
  { ofBuyer, ofClerk }: Visits,
  keyMs: number,
): Record<string, () => Promise<number>> {
  const type = (on: Page, text: string) => on.keyboard.type(text, { delay: keyMs })
  const press = (on: Page, name: string | RegExp) => on.getByRole('main').getByRole('button', { name }).first().click()
  const closed = (on: Page) => on.getByRole('dialog').waitFor({ state: 'detached' })
  return {
    'the palette: opening it and typing': ofBuyer('/dashboard', async () => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await type(page, 'main board')
    }),
    'my orders: selecting all': ofBuyer('/dashboard', async () => {
      await page.getByRole('checkbox', { name: /^Select all/ }).check()
    }),
    'an order: typing a message': ofBuyer(`/dashboard/order/${paid}`, async () => {
      await page.getByLabel('Ask about this order').click()
      await type(page, 'When does it leave?')
    }),
    'an order: the dialog of its pieces': ofBuyer(`/dashboard/order/${unpaid}`, async () => {
      await press(page, 'Change pieces')
      await page.getByLabel('New quantity').click()
      await type(page, '1500')
      await page.keyboard.press('Escape')
      await closed(page)
    }),
    'the address book: a new address': ofBuyer('/dashboard/profile/addresses', async () => {
      await press(page, 'New address')
      await page.getByLabel('Street').click()
      await type(page, 'Dock Road 1')
      await page.getByLabel('Country').selectOption('Germany')
    }),
    'the profile: typing': ofBuyer('/dashboard/profile', async () => {
      await page.getByLabel('Phone').click()
      await type(page, '+49 40 12')
    }),
    'all orders: filters': ofClerk('/dashboard/all-order', async () => {
      const filters = office.getByRole('navigation', { name: 'Filter by state' })
      for (const filter of [/^Shipped/, /^All/]) {
        await filters.getByRole('link', { name: filter }).click()
        await filters.locator('[aria-current]').filter({ hasText: filter }).waitFor()
      }
    }),
    'all orders: days': ofClerk('/dashboard/all-order', async () => {
      await press(office, new RegExp(`^${allOrdersWords.days}`))
      await office.getByRole('link', { name: 'Last 7 days' }).click()
    }),
    'all orders: one beside the list': ofClerk('/dashboard/all-order', async () => {
      await office.getByRole('table').getByRole('link').first().click()
      await office.getByRole('dialog').waitFor()
      await office.keyboard.press('Escape')
      await closed(office)
    }),
    'scan to ship': ofClerk('/dashboard/ship', async () => {
      await type(office, number)
      await office.keyboard.press('Enter')
      await office.getByRole('dialog').waitFor()
      await type(office, '1Z999AA1012345')
    }),
    'parts: a quantity and the price': ofClerk('/dashboard/manegeProduct', async () => {
      await office.getByPlaceholder('Purchase quantity').first().click()
      await type(office, '12000')
      await office
        .getByRole('button', { name: /, change the price of/ })
        .first()
        .click()
      await type(office, '9')
    }),
    'mails: a state': ofClerk('/dashboard/mails', async () => {
      const states = office.getByRole('navigation', { name: 'State of the mails' })
      for (const state of ['Sent', 'All']) await states.getByRole('link', { name: state }).click()
    }),
  }
}

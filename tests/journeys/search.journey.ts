import { randomUUID } from 'node:crypto'
import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import { addPart, expect, test, untilReactHas } from '#tests/support/browser/journey.ts'

test('a buyer finds a part by a few letters of its name, with a slip of the hand, in any order', async ({ page }) => {
  for (const typed of ['T CON/board', 'bord tcon', 't-con baord']) {
    await page.goto('/about')
    const box = page.getByLabel('Search parts')
    await box.fill(typed)
    await box.press('Enter')

    await expect(page).toHaveURL((url) => url.pathname === '/inventory' && url.searchParams.get('q') === typed)
    await expect(page.getByRole('article').first().getByRole('heading')).toHaveText(/^T-Con Board/)
    await expect(box).toHaveValue(typed)
  }
})

test('filters and order stand in the address, and the pages keep them', async ({ page, office }) => {
  const mark = randomUUID().slice(0, 8)
  const rising = Array.from({ length: 11 }, (_, index) => 1 + index / 4)
  for (const price of [0.5, ...rising.toReversed()]) await addPart(office, { name: `Priced ${mark}`, price })
  await addPart(office, { name: `Priced ${mark}`, price: 1, available: 0 })
  await page.goto(`/inventory?q=${mark}`)
  await expect(page.getByText('Showing 9 Products Of 13 results. Page NO: 1')).toBeVisible()
  await untilReactHas(page.getByLabel('Sort by'))
  await page.getByLabel('Sort by').selectOption('Price, low to high')
  await expect(page).toHaveURL(/sort=price$/)
  const size = page.viewportSize()! // the journeys' own
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByLabel('Price from, $')).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Price from, $').fill('0.6')
  await page.getByRole('button', { name: 'Show 13 parts' }).click()
  await expect(page.getByLabel('Price from, $')).toBeHidden()
  await expect(page).toHaveURL(/minPrice=0.6&sort=price$/)
  await expect(page.getByText('Showing 9 Products Of 12 results. Page NO: 1')).toBeVisible()
  await page.setViewportSize(size)
  await page.getByLabel('Price from, $').fill('1')
  await page.getByLabel('In stock now').check()

  await expect(page).toHaveURL(/inStock=true&minPrice=1&sort=price$/)
  const prices = page.locator('.part-card-price strong')
  const shown = (from: number, to?: number) => rising.slice(from, to).map((price) => `$${price.toFixed(2)}`)
  await expect(page.getByText('Showing 9 Products Of 11 results. Page NO: 1')).toBeVisible()
  await expect(prices).toHaveText(shown(0, 9))
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Showing 2 Products Of 11 results. Page NO: 2')).toBeVisible()
  await expect(page).toHaveURL(/inStock=true&minPrice=1&sort=price&page=1$/)
  await expect(prices).toHaveText(shown(9))
  await expect(page.getByLabel('In stock now')).toBeChecked()

  await page.getByRole('link', { name: 'Remove filter: From $1' }).click()
  await expect(page).toHaveURL(new RegExp(`/inventory\\?q=${mark}&inStock=true&sort=price$`))
  await expect(prices.first()).toHaveText('$0.50')
  await expect(page.getByLabel('Price from, $')).toHaveValue('')
})

test('several values of one attribute are chosen at once, stand above the list and in the address, and go by the back button', async ({
  page,
}) => {
  await page.goto('/inventory')
  const size = (name: string) => page.getByRole('group', { name: 'Panel size' }).getByRole('checkbox', { name, exact: true })
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('link')
  await untilReactHas(size('43 in 1 part'))
  await size('43 in 1 part').check()
  await expect(chips).toHaveText([/Panel size: 43 in/])
  await size('65 in 1 part').check()

  await expect(chips).toHaveText([/Panel size: 43 in/, /Panel size: 65 in/, 'Clear all'])
  await expect(page.getByText('Showing 2 Products Of 2 results. Page NO: 1')).toBeVisible()
  await expect(size('65 in 1 part')).toBeFocused()
  expect(new URL(page.url()).searchParams.get('has')).toBe('panel-size:43;panel-size:65')
  expect(await axeFindingsDayAndNight(page)).toEqual([])

  await page.goBack()
  await expect(chips).toHaveText([/Panel size: 43 in/])
  await expect(size('65 in 1 part')).not.toBeChecked()
  await page.goForward()
  await expect(chips).toHaveText([/Panel size: 43 in/, /Panel size: 65 in/, 'Clear all'])
  await page.getByRole('link', { name: 'Remove filter: Panel size: 43 in' }).click()
  await expect(size('43 in 1 part')).not.toBeChecked()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([/^Main Board 65/])
  await page.goto('/inventory?category=boards')
  const category = (name: RegExp) => page.getByRole('group', { name: 'Category' }).getByRole('checkbox', { name })
  await untilReactHas(category(/Main boards/))
  await category(/Main boards/).check()
  await expect(chips).toHaveText([/Main boards/])
  await expect(category(/^Boards/)).not.toBeChecked()
  await page.goto('/inventory?has=panel-size:43&has=panel-size:65&category=boards&category=displays&sort=name')
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/inventory\?sort=name$/)
})

test('a filter that is chosen before the scripts arrive acts when they have', async ({ page }) => {
  const arrived = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.goto('/inventory', { waitUntil: 'commit' })
  await page.getByLabel('In stock now').check()
  arrived.resolve()

  await expect(page).toHaveURL(/\/inventory\?inStock=true$/)
})

test('a search that only comes near says so, and one that fits does not', async ({ page }) => {
  await page.goto('/inventory?q=t-con+baord')
  await expect(page.getByRole('status').filter({ hasText: 'No exact match; showing parts like “t-con baord”.' })).toBeVisible()

  await page.goto('/inventory?q=board+tcon')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText(/No exact match/)).toHaveCount(0)
})

test('what is not found says so, offers the nearest parts and a question to the shop, and leads back to the whole list', async ({
  page,
}) => {
  await page.goto('/inventory?q=T-Con+Boar+Xylophone')

  await expect(page.getByText('No parts match your search. The closest ones:')).toBeVisible()
  await expect(page.getByText('Please Wait! Product Is Loading......')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: /^T-Con Board/ })).toBeVisible()
  await expect(page.getByLabel('Search parts')).toHaveValue('T-Con Boar Xylophone')
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(page).toHaveURL(/\/inventory$/)
  await expect(page.getByLabel('Search parts')).toHaveValue('')
  await page.goBack()
  await page.getByRole('link', { name: 'Ask for this part' }).click()
  await expect(page.getByLabel('Message')).toHaveValue(/Part: T-Con Boar Xylophone/)
})

test('the search works without JavaScript', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto('/inventory')
  await page.getByRole('searchbox', { name: 'Search parts' }).fill('hdmi main')
  await page.getByRole('button', { name: 'Search' }).click()

  await expect(page.getByRole('article').first().getByRole('heading')).toHaveText(/^Main Board/)
  await page.getByLabel('Sort by').selectOption('Price, high to low')
  await page.getByRole('button', { name: 'Apply' }).first().click()
  await expect(page).toHaveURL(/sort=-price/)
  await page.close()
})

test('search engines keep the list, and nothing that somebody searched for', async ({ page }) => {
  await page.goto('/inventory')
  await expect(page.locator('link[rel=canonical]')).toHaveCount(1)
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)

  await page.goto('/inventory?q=board')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
})

test('every page searches: suggestions with number, stock and picture, by keyboard, and Enter opens the part', async ({ page, office }) => {
  const part = await addPart(office, { available: 12_000 })
  await page.goto('/about')
  const field = page.getByLabel('Search parts')
  await untilReactHas(field)
  await field.focus()
  await expect(page.getByRole('combobox', { name: 'Search parts' })).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.type(part.name.slice(0, -1))

  const option = page.getByRole('option', { name: new RegExp(part.name) })
  await expect(option).toContainText(`${part.partNumber} · $`)
  await expect(option).toContainText('12,000 in stock')
  await expect.poll(() => option.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0)
  // Those for fewer letters stay until the last ones have come.
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(option).toBeHidden()
  await expect(field).toBeFocused()
  await page.keyboard.type(part.name.slice(-1))
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await expect(option).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id'))!)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/login|/inventory/${part._id}`))
  await expect(field).toHaveValue('')
  await field.fill('typed, and not looked for')
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  await expect(page).toHaveURL(/\/blogs$/)
  await expect(field).toHaveValue('')
})

test('on a phone the search opens from the header, with the focus in its field', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 375, height: 812 } })
  await page.goto('/blogs')
  const open = page.getByRole('button', { name: 'Open search' })
  await untilReactHas(open)
  await expect(page.getByLabel('Search parts')).toBeHidden()
  await open.click()
  await expect(page.getByLabel('Search parts')).toBeFocused()
  await page.keyboard.type('main board')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/inventory\?q=main\+board$/)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.close()
})

test('Ctrl+K is heard from the moment on in which the page is drawn', async ({ page }) => {
  await page.addInitScript(() => {
    // React tells its developer tools when it has drawn the page, before it does what may wait.
    const heard: boolean[] = []
    const press = () => {
      if (!heard.includes(true)) heard.push(!dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true })))
    }
    const hook = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: press,
      onCommitFiberUnmount: () => {},
    }
    Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook, heard })
  })
  await page.goto('/about')

  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  const heard = await page.evaluate(() => (window as unknown as { heard: boolean[] }).heard)
  expect(heard).toEqual([true])
})

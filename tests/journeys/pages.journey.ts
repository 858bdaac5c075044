import type { Part } from '#contract/parts/parts.ts'
import type { Review } from '#contract/parts/reviews.ts'
import { expect, newPerson, register, test } from '#tests/support/browser/journey.ts'

const navigation = [
  ['Home', '/'],
  ['All Parts', '/inventory'],
  ['Blogs', '/blogs'],
  ['About Us', '/about'],
  ['Contact Us', '/contact-us'],
] as const

test('every public page has the header, signed out, and the footer', async ({ page }) => {
  for (const path of ['/', '/inventory', '/blogs', '/about', '/contact-us', '/login', '/register', '/no/such/page']) {
    await page.goto(path)
    const header = page.getByRole('banner')
    const links = header.getByRole('navigation').getByRole('link')
    await expect(links).toHaveText([...navigation.map(([label]) => label), 'Login'])
    for (const [index, [, href]] of navigation.entries()) await expect(links.nth(index)).toHaveAttribute('href', href)
    await expect(links.last()).toHaveAttribute('href', '/login')
    await expect(header.getByRole('button', { name: 'Sign Out' })).toBeHidden()
    await expect(header.getByText('Teleforge')).toBeVisible()

    const footer = page.getByRole('contentinfo')
    await expect(footer.getByText('Teleforge', { exact: true })).toBeVisible()
    await expect(footer.getByText(/(©|Copyright).*2022/)).toBeVisible()
    for (const [label, href] of [
      ['Terms', '/legal#terms'],
      ['Privacy', '/legal#privacy'],
      ['Imprint', '/legal#imprint'],
      ['Delivery and returns', '/legal#delivery'],
    ] as const) {
      await expect(footer.getByRole('link', { name: label })).toHaveAttribute('href', href)
    }
    const networks = footer.getByRole('listitem').getByRole('link')
    await expect(networks).toHaveCount(4)
    for (const network of await networks.all()) {
      await expect(network).toHaveAccessibleName(/\w/)
      const sign = await network.evaluate((link) => getComputedStyle(link, '::before').clipPath)
      expect(sign).toMatch(/^path\(/)
    }
  }
})

test('a signed-in person has DashBoard and Sign Out in the header, on every page', async ({ page }) => {
  await register(page, newPerson())
  for (const path of ['/', '/inventory', '/dashboard']) {
    await page.goto(path)
    const header = page.getByRole('banner')
    await expect(header.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await expect(header.getByRole('navigation').getByRole('link')).toHaveText([...navigation.map(([label]) => label), 'DashBoard'])
    await expect(header.getByRole('link', { name: 'DashBoard' })).toHaveAttribute('href', '/dashboard')
    await expect(page.getByRole('contentinfo').getByText(/2022/)).toBeVisible()
  }
})

test('the home page has its six sections in order, with every claim, service, step and figure', async ({ page }) => {
  await page.goto('/')
  const sections = page.getByRole('main').locator('section')
  await expect(sections).toHaveCount(6)
  const [hero, services, howTo, stats, parts, reviews] = [0, 1, 2, 3, 4, 5].map((place) => sections.nth(place))

  await expect(hero!.getByRole('heading', { level: 1 })).toHaveText('Manufacturing on Demand')
  for (const claim of [/over 2,000 manufacturers\s+in Europe/, /over 70 materials/, /quote for multiple parts in under a minute/]) {
    await expect(hero!.getByRole('paragraph')).toHaveText(claim)
  }
  await expect(hero!.getByRole('link', { name: 'Get Your Instant Quote' })).toHaveAttribute('href', '/quote')

  await expect(services!.getByRole('listitem').getByRole('heading')).toHaveText([
    'Store management',
    'Supply and chain management',
    'TV parts manufacturing',
    'Warehouse management',
    'Wholesale support',
    'Loan/EMI facilities',
  ])
  await expect(howTo!.getByRole('listitem')).toHaveText([
    /^1.*inform.*required parts/is,
    /^2.*choose.*process.*communication/is,
    /^3.*order.*parts.*online.*offline.*pay.*secure payment platform.*engineers analyse the design/is,
    /^4.*receive.*parts.*package.*personal account/is,
  ])
  await expect(stats!.getByRole('definition')).toHaveText(['3000+', '50+', '300+', '10000+'])
  await expect(stats!.getByRole('term')).toHaveText(['satisfied customers', 'served countries', 'delivery channels', 'parts quoted'])
  await expect(parts!.getByRole('article')).toHaveCount(6)
  await expect(reviews!.getByRole('listitem')).toHaveCount(6)
})

test('the home page shows the first six parts, each with Order Now and Reed More', async ({ page }) => {
  await page.goto('/')
  const answer = await page.request.get('/api/allParts')
  const firstParts = ((await answer.json()) as Part[]).slice(0, 6)
  const cards = page.getByRole('article')

  await expect(cards.getByRole('heading')).toHaveText(firstParts.map(({ name }) => name))
  for (const [index, { _id }] of firstParts.entries()) {
    const card = cards.nth(index)
    await expect(card.getByRole('link', { name: 'Order Now' })).toHaveAttribute('href', `/inventory/${_id}`)
    await expect(card.getByRole('link', { name: 'Reed More' })).toHaveAttribute('href', `/inventory/${_id}`)
    await expect(card.getByText('Minimum Order : 1000', { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'See All Parts' })).toHaveAttribute('href', '/inventory')
})

test('the home page shows the six newest reviews, newest first', async ({ page }) => {
  // Read again when another journey writes or hides a review in between.
  await expect(async () => {
    const all = (await (await page.request.get('/api/reviews')).json()) as Review[]
    await page.goto('/')
    const shown = page.getByRole('main').locator('section').last().getByRole('listitem')
    const newest = all.toReversed().slice(0, 6)
    expect(await shown.getByRole('definition').allTextContents()).toEqual(
      newest.flatMap(({ review, displayName, rating }) => [review, displayName, String(rating)]),
    )
    expect(await shown.first().getByRole('term').allTextContents()).toEqual(['Description', 'Name', 'Rating'])
  }).toPass()
  await expect(page.getByRole('link', { name: 'Add Your Review' })).toHaveAttribute('href', '/dashboard/my-review')
})

test('the blog holds its five questions, About tells about the company, Contact has its form', async ({ page }) => {
  await page.goto('/blogs')
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText([
    /performance.*React/i,
    /unit test/i,
    /prototypal inheritance/i,
    /state/i,
    /search.*by name/i,
  ])

  await page.goto('/about')
  await expect(page.getByRole('main')).toContainText(/over 2,000 manufacturers in Europe.*over 70 materials/s)

  await page.goto('/contact-us')
  const form = page.getByRole('main').locator('form')
  for (const label of ['Name', 'Email', 'Message']) await expect(form.getByLabel(label, { exact: true })).toBeVisible()
  await expect(form.getByRole('button')).toHaveCount(1)
})

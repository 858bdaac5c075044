import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import { addPart, callShop, enter, expect, payOrder, placeOrder, test } from '#tests/support/browser/journey.ts'

const PUBLIC = ['/', '/inventory', '/quote', '/blogs', '/about', '/contact-us', '/login', '/register']

const shopUrl = () => `http://localhost:${process.env['JOURNEYS_PORT']}`

const contentOf = (page: Page, name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')

const canonicalOf = (page: Page) => page.locator('link[rel="canonical"]').getAttribute('href')

type Fact = { '@type': string; [property: string]: unknown }

/** The structured data of the page; each type once. */
async function factsOf(page: Page): Promise<Record<string, Fact>> {
  const text = (await page.locator('script[type="application/ld+json"]').textContent()) ?? ''
  const document = JSON.parse(text) as { '@context': string; '@graph': Fact[] }
  expect(document['@context']).toBe('https://schema.org')
  return Object.fromEntries(document['@graph'].map((fact) => [fact['@type'], fact]))
}

type ListedProduct = { position: number; item: Fact & { offers: { price: number } } }

/** The parts in the structured data of this page of the list. */
async function listedProducts(page: Page): Promise<ListedProduct[]> {
  const { ItemList } = await factsOf(page)
  return ItemList!['itemListElement'] as ListedProduct[]
}

test('every public page has its own title, description, address and preview', async ({ page }) => {
  const titles = new Set<string>()
  for (const path of PUBLIC) {
    await page.goto(path)
    const title = await page.title()
    titles.add(title)

    expect(title).toMatch(/ \| Teleforge$/)
    expect(await contentOf(page, 'description')).toMatch(/.{20}/)
    expect(await canonicalOf(page)).toBe(shopUrl() + path)
    expect(await contentOf(page, 'og:title')).toBe(title)
    expect(await contentOf(page, 'og:description')).toBe(await contentOf(page, 'description'))
    expect(await contentOf(page, 'og:type')).toBe('website')
    expect(await contentOf(page, 'og:url')).toBe(shopUrl() + path)
    expect(await contentOf(page, 'og:site_name')).toBe('Teleforge')
    expect(await contentOf(page, 'og:image')).toBe(`${shopUrl()}/hero-960.webp`)
    expect(await contentOf(page, 'twitter:card')).toBe('summary_large_image')
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0)
    await expect(page.locator('h1')).toHaveCount(1)
  }
  expect(titles.size).toBe(PUBLIC.length)
})

test('each page of the list is kept under its own address, whatever else the address says', async ({ page }) => {
  const kept = {
    '/inventory?page=1': '/inventory?page=1',
    '/inventory?page=0': '/inventory',
    '/inventory?page=nonsense&utm_source=mail': '/inventory',
    '/about/?utm_source=mail': '/about',
    '/?utm_source=mail': '/',
  }
  for (const [asked, address] of Object.entries(kept)) {
    await page.goto(asked)
    expect(await canonicalOf(page), asked).toBe(shopUrl() + address)
  }
  await page.goto('/inventory?page=1')
  await expect(page).toHaveTitle('Our Available Products, page 2 | Teleforge')
})

test('turning a page on the screen changes its address for search engines, too', async ({ page }) => {
  await page.goto('/inventory')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveTitle(/page 2/)

  expect(await canonicalOf(page)).toBe(`${shopUrl()}/inventory?page=1`)
  expect((await listedProducts(page))[0]!.position).toBe(10)
})

test('signed-in pages, mail links and pages that do not exist ask to be left out', async ({ page }) => {
  const paths = [
    '/dashboard',
    '/dashboard/all-order',
    `/inventory/${randomUUID()}`,
    '/reset-password?token=x',
    '/track/none',
    '/no/such/page',
  ]
  for (const path of paths) {
    const html = await (await page.request.get(path)).text()
    expect(html, path).toContain('<meta name="robots" content="noindex"/>')
    expect(html, path).not.toContain('rel="canonical"')
  }
})

test('the sitemap lists every public page and every page of the list; they answer', async ({ page }) => {
  // Read again when another journey adds or removes parts in between.
  await expect(async () => {
    const answer = await page.request.get('/sitemap.xml')
    const addresses = Array.from((await answer.text()).matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address!)
    const { count } = (await (await page.request.get('/api/allPartsCount')).json()) as { count: number }
    const listPages = Array.from({ length: Math.ceil(count / 9) - 1 }, (_, index) => `/inventory?page=${index + 1}`)

    expect(answer.headers()['content-type']).toContain('application/xml')
    expect(addresses.filter((address) => address.includes('?'))).toEqual(listPages.map((path) => shopUrl() + path))
    expect(addresses).toEqual(expect.arrayContaining(PUBLIC.map((path) => shopUrl() + path)))
  }).toPass()
  // The pages of the sample catalogue stay when parts are removed.
  for (const path of [...PUBLIC, '/inventory?page=1', '/inventory?page=2']) {
    await page.goto(path)
    expect(await canonicalOf(page)).toBe(shopUrl() + path)
  }
})

test('robots.txt names the sitemap and what is not for search engines', async ({ page }) => {
  const answer = await page.request.get('/robots.txt')

  expect(answer.headers()['content-type']).toContain('text/plain')
  expect((await answer.text()).split('\n')).toEqual(
    expect.arrayContaining(['User-agent: *', 'Disallow: /dashboard', 'Disallow: /api', `Sitemap: ${shopUrl()}/sitemap.xml`]),
  )
})

test('the home page says who the shop is, the blog its questions, the rest the way there', async ({ page }) => {
  await page.goto('/')
  const home = await factsOf(page)
  expect(home['Organization']).toMatchObject({ name: 'Teleforge', url: `${shopUrl()}/`, logo: `${shopUrl()}/icon-512.png` })
  expect(home['WebSite']).toMatchObject({ name: 'Teleforge', publisher: { '@id': home['Organization']!['@id'] } })

  await page.goto('/blogs')
  const { FAQPage } = await factsOf(page)
  const questions = FAQPage!['mainEntity'] as { name: string; acceptedAnswer: { text: string } }[]
  expect(questions.map(({ name }) => name)).toEqual(await page.getByRole('article').getByRole('heading').allTextContents())
  for (const { acceptedAnswer } of questions) expect(acceptedAnswer.text).toMatch(/^[^<]{2}[^]{200}/)

  for (const path of ['/inventory', '/blogs', '/about', '/contact-us']) {
    await page.goto(path)
    const { BreadcrumbList } = await factsOf(page)
    expect(BreadcrumbList!['itemListElement']).toMatchObject([{ item: `${shopUrl()}/` }, { item: shopUrl() + path }])
  }
})

test('the list tells programs what the cards tell people', async ({ page }) => {
  await page.goto('/inventory')
  const [first] = await listedProducts(page)
  const card = page.getByRole('article').first()

  expect(first).toMatchObject({
    position: 1,
    item: {
      '@type': 'Product',
      name: await card.getByRole('heading').textContent(),
      image: shopUrl() + (await card.locator('img').getAttribute('src')),
      offers: {
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        eligibleQuantity: { minValue: 1000 },
        url: shopUrl() + (await card.getByRole('link', { name: 'Order Now' }).getAttribute('href')),
      },
    },
  })
  await expect(card).toContainText(`$${first!.item.offers.price}`)
})

test('a part named like a script stays a name, for people and for programs', async ({ page, office }) => {
  const name = `Cable ${randomUUID().slice(0, 8)} </script><script>document.title='taken'</script><!--<script>`
  const part = await addPart(office, { name, available: 900, description: `${name} &lt;/script> \u2028` })
  try {
    // Reloaded when another journey removes a part in between, and this one moves to another page.
    await expect(async () => {
      const parts = (await (await page.request.get('/api/allParts')).json()) as Part[]
      await page.goto(`/inventory?page=${Math.floor(parts.findIndex(({ _id }) => _id === part._id) / 9)}`)
      expect(await page.getByRole('heading', { name, exact: true }).count()).toBe(1)
    }).toPass()
    const listed = (await listedProducts(page)).find(({ item }) => item['sku'] === part.partNumber)

    expect(listed?.item).toMatchObject({ name, offers: { availability: 'https://schema.org/OutOfStock' } })
    expect(await page.title()).toMatch(/^Our Available Products/)
  } finally {
    await callShop(office, 'DELETE', `/parts/${part._id}`)
  }
})

test('the shop can be put on a home screen, and every icon it names is there', async ({ page }) => {
  await page.goto('/')
  const manifestPath = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await page.request.get(manifestPath!)
  const manifest = (await answer.json()) as { name: string; start_url: string; icons: { src: string; sizes: string; type: string }[] }
  const icons = [...manifest.icons, { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' }]

  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  expect(manifest).toMatchObject({ name: 'Teleforge', start_url: '/' })
  for (const { src, sizes, type } of icons) {
    expect((await page.request.get(src)).headers()['content-type'], src).toContain(type)
    const drawn = await page.evaluate(async (address) => {
      const picture = new Image()
      picture.src = address
      await picture.decode()
      return `${picture.naturalWidth}x${picture.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect(drawn).toBe(sizes)
  }
  expect((await page.request.get('/favicon.ico')).status()).toBe(200)
})

test('the typeface comes from the shop itself, as all else that pages ask for', async ({ page }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(shopUrl()) && !url.startsWith('data:')) foreign.push(url)
  })
  for (const path of ['/', '/inventory', '/about']) {
    await page.goto(path)
    await page.evaluate(async () => void (await document.fonts.ready))

    expect(await page.evaluate(() => document.fonts.check('16px "Hanken Grotesk"'))).toBe(true)
  }
  expect(foreign).toEqual([])
})

test('orders are printed as a table in black on white, with the whole transaction id', async ({ page, office }) => {
  const part = await addPart(office)
  await enter(page)
  const paid: Order = await payOrder(page, await placeOrder(page, part))
  await placeOrder(page, part)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 680, height: 960 })
  await page.goto('/dashboard')

  const row = page.getByRole('row').filter({ hasText: 'Tx.ID-' })
  const transaction = row.getByTitle(paid.transactionId!, { exact: true })
  await expect(transaction).toHaveCSS('display', /inline|block/)
  expect(await transaction.evaluate((shown) => getComputedStyle(shown, '::after').content)).toBe(`"${paid.transactionId}"`)
  await expect(page.getByRole('columnheader')).toHaveText([
    'SN',
    'Order',
    'Parts Name',
    'Order Quality',
    'Price',
    'Ordered',
    'State',
    'Payment Status',
  ])
  await expect(page.getByText('Pay Now')).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  // The titles of columns are buttons that sort; on paper they are text.
  await expect(page.locator('button:visible:not(th button)')).toHaveCount(0)
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')

  await page.goto(`/dashboard/payment/${paid._id}`)
  await expect(page.getByText(`Your Transaction Id: ${paid.transactionId}`)).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
})

import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { storefront } from '#server/run/storefront/storefront.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let app: FastifyInstance

beforeAll(async () => {
  shop = await openShop()
  app = await buildApp(shop.services, { storefront: storefront(shop.services) })
  await app.ready()
  for (let index = 0; index < 12; index++) await shop.addPart({ name: `Board ${index}` })
})

afterAll(() => app.close())

const tagOf = async (url: string) => (await app.inject({ url })).headers['etag']

test('what means the same search is one answer, and takes no room of its own', async () => {
  const [call, page] = [await tagOf('/api/searchParts?q=board'), await tagOf('/inventory?q=board')]

  for (const query of ['q=BOARD%20', 'q=+board&page=-3', 'q=board&minPrice=0', 'q=board&inStock=false&utm=1']) {
    expect(await tagOf(`/api/searchParts?${query}`), query).toBe(call)
  }
  for (const query of ['q=board&utm=1', 'minPrice=&q=board&sort=', 'q=+board+&page=x', 'q=board&sort=none&inStock=no']) {
    expect(await tagOf(`/inventory?${query}`), query).toBe(page)
  }
  expect(await tagOf('/inventory?q=&minPrice=&maxPrice=&sort=')).toBe(await tagOf('/inventory'))
  expect(await tagOf('/inventory?q=board&page=500')).toBe(await tagOf('/inventory?q=board&page=900000'))
})

test('a page beyond the last of a search is its last, and the call has none there', async () => {
  const { body } = await app.inject({ url: '/inventory?q=board&page=70' })
  const answer = (await app.inject({ url: '/api/searchParts?q=board&page=70' })).json()

  expect(body).toContain('Showing 3 Products Of 12 results. Page NO: 2')
  expect(answer).toEqual({ count: 12, parts: [] })
})

test('what is searched for stands in the page as text', async () => {
  const { body } = await app.inject({ url: `/inventory?q=${encodeURIComponent('"><script>alert(1)</script>')}` })

  expect(body).not.toContain('<script>alert(1)')
})

test('a part that is added is found at once', async () => {
  expect((await app.inject({ url: '/api/suggestParts?q=fresh' })).json()).toEqual([])

  await shop.addPart({ name: 'Fresh Panel' })

  expect((await app.inject({ url: '/api/suggestParts?q=fresh' })).json()).toMatchObject([{ name: 'Fresh Panel' }])
})

import { beforeAll, expect, test } from 'vitest'
import { openFaultyServer, type FaultyServer } from '#tests/support/doubles/faulty-server.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { picture } from '#tests/support/shops/picture-shop.ts'

let shop: TestShop
let admin: Customer
let web: FaultyServer

beforeAll(async () => {
  shop = await openShop({ env: { FETCH_PRIVATE_ADDRESSES: '127.0.0.1/32' } })
  admin = await shop.admin()
  const bytes = await picture().png().toBuffer()
  web = await openFaultyServer(({ url }, response) => void response.end(url === '/board.png' ? bytes : 'a page'))
  afterTheFile(() => web.close())
})

const fetchPicture = (url: string) => admin.post('/images/from-address', { url })

test('a picture on the web is kept like an uploaded one; then it is a picture of the shop', async () => {
  const { url } = (await fetchPicture(`${web.url}/board.png`)).json<{ url: string }>()

  expect(url).toMatch(/^\/images\/[0-9a-f]{32}\.webp$/)
  expect((await shop.app.inject(url)).headers['content-type']).toBe('image/webp')
  const asked = web.requests.length
  expect((await fetchPicture(url)).json()).toEqual({ url })
  expect(web.requests.length).toBe(asked)
})

test('an address that gives no picture is refused, and nothing is kept', async () => {
  const page = await fetchPicture(`${web.url}/page`)
  web.next.push('refusal')
  const refused = await fetchPicture(`${web.url}/board.png`)

  expect(page.statusCode).toBe(422)
  expect(refused.statusCode).toBe(400)
  expect(refused.json().fields).toEqual([{ field: 'url', message: 'This address answered with 500.' }])
})

test('a shop fetches nothing from private networks that it was not told of (82)', async () => {
  const usual = await openShop()
  const asked = web.requests.length

  const answer = await (await usual.admin()).post('/images/from-address', { url: `${web.url}/board.png` })

  expect(answer.json().fields).toEqual([{ field: 'url', message: 'This address cannot be reached.' }])
  expect(web.requests.length).toBe(asked)
})

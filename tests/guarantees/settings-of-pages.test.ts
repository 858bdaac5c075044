import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openListeningShop, type ListeningShop } from '#tests/support/shops/listening-shop.ts'
import type { Customer } from '#tests/support/shops/open-shop.ts'

let shop: ListeningShop
let admin: Customer

beforeAll(async () => {
  shop = await openListeningShop()
  admin = await shop.admin()
})

const answerTo = (path: string) => shop.app.inject(path)

test('pages have what is published at once, and a preview is only at its own address (85)', async () => {
  expect((await answerTo('/about')).body).not.toContain('/shop.css')
  const { path } = (await admin.post('/shop-settings/preview', { values: { shopName: 'Draft Works' } })).json<{ path: string }>()
  const preview = await answerTo(path)
  expect([preview.statusCode, preview.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(preview.body).toContain('Draft Works')
  expect((await answerTo(path.replace('/?', '/about?'))).body).toContain('Draft Works')
  for (const page of ['/', '/about', `/?preview=${crypto.randomUUID()}`]) expect((await answerTo(page)).body).not.toContain('Draft Works')

  expect((await answerTo('/about')).body).not.toContain('<address')

  const seller = { city: 'Bonn', registration: 'HRB 12345, Bonn', phone: '+49 228 1' }
  await admin.put('/shop-settings', { version: 0, values: { shopName: 'Panel Works', accent: '#0a7a3d', seller } })

  const about = (await answerTo('/about')).body
  const footer = about.slice(about.indexOf('<footer'))
  expect(footer).toMatch(/<span>Bonn<\/span><span>HRB 12345, Bonn<\/span><a [^>]*href="tel:\+492281">\+49 228 1<\/a>/)
  expect((await answerTo('/legal')).body).toMatch(/id="imprint"[^]*HRB 12345, Bonn[^]*id="terms"/)
  expect(about).toContain('About Us | Panel Works')
  expect(about).toMatch(/<link rel="stylesheet" href="\/shop\.css\?v=[\w-]{12}"/)
  expect((await answerTo('/shop.css')).body).toContain('--color-accent:#0a7a3d')
  expect((await answerTo('/site.webmanifest')).json()).toMatchObject({ name: 'Panel Works' })
  for (let round = 1; round <= 5; round++) {
    const { version } = (await admin.get('/shop-settings')).json<{ version: number }>()
    await admin.put('/shop-settings', { version, values: { shopName: `Panel Works ${round}` } })
    expect((await answerTo('/about')).body).toContain(`About Us | Panel Works ${round}`)
  }
})

test('a page that needs no data is drawn while the database does not answer, with the settings read last (54)', async () => {
  const broken = vi.spyOn(shop.services.db, 'select').mockImplementation(() => {
    throw new Error('the database does not answer')
  })
  onTestFinished(() => broken.mockRestore())

  const blogs = await answerTo('/blogs')

  expect([blogs.statusCode, broken.mock.calls.length > 0]).toEqual([200, true])
  expect(blogs.body).toContain('Panel Works')
})

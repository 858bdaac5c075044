import { createHash, randomBytes } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mails } from '#database/tables/mails.ts'
import { quotes } from '#database/tables/quotes.ts'
import { contact, openShop } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'

const shop = await openShop()
const buyer = await shop.customer('ann-the-owner')
const part = await shop.addPart()
const lines = [{ text: part.name, quantity: 2_000 }]
const share = async (id: string) => (await buyer.post(`/quotes/${id}/link`)).json<{ secret: string; url: string }>()

test('a private link opens the newest version without a sign-in, and shows nothing about the owner but name and note', async () => {
  const saved = await saveQuote(buyer, { lines, name: 'Spring', note: 'Dock 3' })
  const { secret, url } = await share(saved._id)
  const changed = (await buyer.put(`/quotes/${saved._id}`, { version: 1, lines: [...lines, ...lines] })).json()

  const answer = await shop.visitor.get(`/shared-quotes/${secret}`)

  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(url).toBe(`${shop.services.settings.shopUrl}/shared-quote/${secret}`)
  expect(answer.json()).toEqual({ ...changed, orderable: false })
  expect(answer.body).not.toContain('ann-the-owner')
  expect(answer.body).not.toContain(buyer.userId)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
})

test('a private link promises no days for what was ordered', async () => {
  const { _id, total } = await saveQuote(buyer, { lines })
  const { secret } = await share(_id)
  await buyer.post(`/quotes/${_id}/order`, { version: 1, total, ...contact })

  expect((await shop.visitor.get(`/shared-quotes/${secret}`)).json()).toMatchObject({ orderedAt: null, lines: [{ leadDays: null }] })
})

test('only the hash of the secret is stored', async () => {
  const saved = await saveQuote(buyer, { lines })
  const { secret } = await share(saved._id)

  const [row] = await shop.db.select().from(quotes).where(eq(quotes.id, saved._id))

  expect(row!.linkHash).toBe(createHash('sha256').update(secret).digest('hex'))
  expect(JSON.stringify(row)).not.toContain(secret)
})

test('a mail informs the owner of each new link, without its secret and without the words of the quote (69)', async () => {
  const saved = await saveQuote(buyer, { lines, name: 'Call +1 555 0100' })

  const links = [await share(saved._id), await share(saved._id)]

  const queued = await shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.kind, 'quote-link-created'), like(mails.subject, `%${saved.number}%`)))
  expect(queued).toMatchObject([{ recipient: buyer.email }, { recipient: buyer.email }])
  const text = JSON.stringify(queued)
  for (const word of [...links.map(({ secret }) => secret), 'Call']) expect(text).not.toContain(word)
})

test('one account makes a limited number of links an hour, because each sends a mail (69)', async () => {
  const limited = await openShop({ rateLimit: true })
  const someone = await limited.customer()
  const saved = await saveQuote(someone, { lines: [{ text: (await limited.addPart()).name, quantity: 1_000 }] })

  const answers = await Promise.all(Array.from({ length: 32 }, () => someone.post(`/quotes/${saved._id}/link`)))

  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
})

test('a new link ends the old one, and an ended link is not found', async () => {
  const saved = await saveQuote(buyer, { lines })
  const [first, second] = [await share(saved._id), await share(saved._id)]
  const status = async (secret: string, what = '') => (await shop.visitor.get(`/shared-quotes/${secret}${what}`)).statusCode

  expect([await status(first.secret), await status(second.secret)]).toEqual([404, 200])
  expect((await buyer.get(`/quotes/${saved._id}`)).json().shared).toBe(true)
  expect((await buyer.delete(`/quotes/${saved._id}/link`)).json()).toEqual({ deletedCount: 1 })
  expect((await buyer.delete(`/quotes/${saved._id}/link`)).json()).toEqual({ deletedCount: 0 })
  expect([await status(second.secret), await status(second.secret, '/document?format=csv')]).toEqual([404, 404])
  expect((await buyer.get(`/quotes/${saved._id}`)).json().shared).toBe(false)
})

test('the link of a deleted quote is answered like one that never existed', async () => {
  const saved = await saveQuote(buyer, { lines })
  const { secret } = await share(saved._id)
  await buyer.delete(`/quotes/${saved._id}`)

  const answers = [
    await shop.visitor.get(`/shared-quotes/${secret}`),
    await shop.visitor.get(`/shared-quotes/${randomBytes(32).toString('base64url')}`),
  ]

  const [ended, invented] = answers.map((answer) => ({ ...answer.json(), requestId: '', status: answer.statusCode }))
  expect(ended).toMatchObject({ code: 'NOT_FOUND', status: 404 })
  expect(ended).toEqual(invented)
})

test.each(['a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}%00`, '..%2f..'])('%s is no secret', async (secret) => {
  expect((await shop.visitor.get(`/shared-quotes/${secret}`)).statusCode).toBe(400)
})

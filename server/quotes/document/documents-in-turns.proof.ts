import { request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { saveLongQuote, saveQuote } from '#tests/support/shops/quotes.ts'

const LONG = 1_500

const shop = await openShop()
const address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
const part = await shop.addPart()

/** A download: `answer` settles with the first bytes. */
type Download = { answer: Promise<IncomingMessage>; hangUp(): void }

function download(client: Customer | undefined, path: string): Download {
  const headers = client && { authorization: `Bearer ${client.token}` }
  const sent = request(`${address}/api${path}`, { headers, agent: false })
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  sent.once('response', resolve).once('error', reject).end()
  promise.catch(() => {}) // a request that is cancelled has no answer
  return { answer: promise, hangUp: () => sent.destroy() }
}

const documentOf = ({ _id }: { _id: string }, format: 'pdf' | 'xlsx' | 'csv' = 'pdf') => `/quotes/${_id}/document?format=${format}`
const fileOf = async ({ answer }: Download) => {
  const { statusCode, headers } = await answer
  return { statusCode, headers, bytes: await buffer(await answer) }
}

test("a short quote is written between the lines of another account's long one (70)", async () => {
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]
  const long = await saveLongQuote(shop, ann, 10_000)
  const short = await saveQuote(bob, { lines: [{ text: part.partNumber }] })
  const annsFile = download(ann, documentOf(long))
  await annsFile.answer // writing has started

  let isLongWritten = false
  const whole = fileOf(annsFile).then((file) => {
    isLongWritten = true
    return file
  })
  const bobsFile = await fileOf(download(bob, documentOf(short)))

  expect(bobsFile.statusCode).toBe(200)
  expect(isLongWritten).toBe(false)
  expect((await whole).bytes.subarray(-6).toString()).toContain('%%EOF')
})

test('for one account one file is written and one waits; further requests get Retry-After, and other accounts are not affected (70)', async () => {
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]
  const long = await saveLongQuote(shop, ann, LONG)
  const short = [await saveQuote(ann, { lines: [{ text: part.partNumber }] }), await saveQuote(bob, { lines: [{ text: part.partNumber }] })]

  const [table, bobs, ...anns] = await Promise.all([
    ann.get(documentOf(short[0]!, 'csv')),
    bob.get(documentOf(short[1]!)),
    ...Array.from({ length: 6 }, (_, index) => ann.get(documentOf(long, index % 2 === 0 ? 'pdf' : 'xlsx'))),
  ])

  expect([table!.statusCode, bobs!.statusCode]).toEqual([200, 200])
  expect(anns.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 429, 429, 429, 429])
  const refused = anns.find(({ statusCode }) => statusCode === 429)!
  expect(refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(refused.headers['retry-after']).toBe('2')
})

test('a file is cancelled when its reader disconnects, while it is written and while it waits (70)', async () => {
  const ann = await shop.customer('ann')
  const long = await saveLongQuote(shop, ann, 10_000)
  let statements = 0
  shop.db.$client.driver.on('acquire', () => (statements += 1))

  const [written, waiting] = [download(ann, documentOf(long)), download(ann, documentOf(long))]
  await Promise.race([written.answer, waiting.answer])
  for (const file of [written, waiting]) file.hangUp()
  const short = documentOf(await saveQuote(ann, { lines: [{ text: part.partNumber }] }))
  await expect.poll(async () => (await ann.get(short)).statusCode).toBe(200)

  // Each of the two files would have been read in forty statements.
  expect(statements).toBeLessThan(40)
})

test('a long file is sent while it is written (70)', async () => {
  const ann = await shop.customer('ann')
  const { headers } = await download(ann, documentOf(await saveLongQuote(shop, ann, LONG))).answer

  expect(headers['transfer-encoding']).toBe('chunked')
})

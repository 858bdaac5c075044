import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import type { AllPapers, Paper, Papers } from '#contract/payments/papers.ts'
import { invoiceDocuments, invoices, invoicesDue } from '#database/tables/invoices.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import type { AuditPage } from '#contract/shop/operations.ts'
import type { OpenWork } from '#contract/shop/reports.ts'
import { stopTheClock } from '#tests/support/runner/stopped-clock.ts'
import { publish } from '#tests/support/shops/charging.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'
import { paidOrder } from '#tests/support/shops/refunds.ts'
import { publishSeller, sampleSeller } from '#tests/support/shops/sellers.ts'
import { germanTax, taxOrders } from '#tests/support/shops/taxed.ts'
import { deliverMails } from '../outbox/deliver-mails.ts'
import { keepDocument } from './documents/keep-document.ts'
import { issueDueInvoices, writeDuePapers } from './write-due-papers.ts'

stopTheClock()

let shop: TestShop
let admin: Customer
/** Of the numbers of papers. */
let year: number

beforeEach(async () => {
  year = new Date().getUTCFullYear()
  shop = await openShop()
  admin = await shop.admin()
})

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const papersOf = async (who: Customer) => (await who.get('/papers')).json<Papers>().papers

test('a buyer finds their papers in a list and at the order, and saves each of them; others find nothing', async () => {
  await publishSeller(shop, admin)
  const { buyer, order } = await paidOrder(shop)
  const other = await shop.customer()

  const [paper] = await papersOf(buyer)

  expect(paper).toMatchObject({ kind: 'invoice', number: `INV-${year}-000001`, total: 2_500, tax: 0, orderNumbers: [order.number] })
  expect((await buyer.get(`/order/${order._id}/papers`)).json<Paper[]>()).toEqual([paper])
  expect(await papersOf(other)).toEqual([])
  expect((await other.get(`/order/${order._id}/papers`)).statusCode).toBe(404)
  for (const [format, type, name] of [
    ['pdf', 'application/pdf', `INV-${year}-000001.pdf`],
    ['cii', 'application/xml', `INV-${year}-000001-factur-x.xml`],
    ['ubl', 'application/xml', `INV-${year}-000001-ubl.xml`],
  ]) {
    const path = `/papers/${paper!._id}/${format}`
    const answer = await buyer.get(path)
    expect(answer.headers).toMatchObject({ 'content-type': type, 'content-disposition': `attachment; filename="${name}"` })
    expect((await admin.get(path)).rawPayload.equals(answer.rawPayload)).toBe(true)
    expect((await other.get(path)).statusCode).toBe(404)
    expect((await shop.visitor.get(path)).statusCode).toBe(401)
  }
})

test('a document is written once and stays the same bytes, also when it was lost and however many ask at once (75)', async () => {
  await publishSeller(shop, admin)
  const { buyer } = await paidOrder(shop)
  const [paper] = await papersOf(buyer)
  const read = async () => {
    const answer = await buyer.get(`/papers/${paper!._id}/pdf`)
    expect(answer.statusCode, answer.statusCode === 200 ? '' : answer.body).toBe(200)
    return answer.rawPayload
  }

  const hashes = new Set((await Promise.all(Array.from({ length: 5 }, read))).map(hashOf))
  await writeDuePapers(shop.services)
  const noted = await shop.db.select().from(invoiceDocuments).where(eq(invoiceDocuments.format, 'pdf'))
  await shop.services.documents.remove(`paper-${noted[0]!.sha256}`)

  expect(noted).toHaveLength(1)
  expect([...hashes]).toEqual([noted[0]!.sha256])
  expect(hashOf(await read())).toBe(noted[0]!.sha256)
  expect(await shop.db.$count(invoiceDocuments)).toBe(3)
})

test('a document that was lost and would now be another one is refused', async () => {
  await publishSeller(shop, admin)
  const { buyer } = await paidOrder(shop)
  const [paper] = await papersOf(buyer)
  await shop.db.insert(invoiceDocuments).values({ invoiceId: paper!._id, format: 'ubl', sha256: 'a'.repeat(64), bytes: 1 })
  const [row] = await shop.db.select().from(invoices)

  await expect(keepDocument(shop.services, row!, 'ubl')).rejects.toThrow('is lost')
})

test('the mail of a payment brings its invoice, the mail of a refund its credit note, also in one mail', async () => {
  await publishSeller(shop, admin)
  const { buyer, order } = await paidOrder(shop)
  await deliverMails(shop.services)
  await admin.post(`/order/${order._id}/refund`, { reason: 'A price slip' })
  await shop.db.execute(sql`update mails set sent_at = sent_at - interval '2 minutes' where sent_at is not null`)
  await deliverMails(shop.services)
  await deliverMails(shop.services)

  const attached = shop.sentMails.filter(({ to }) => to === buyer.email).flatMap(({ attachments = [] }) => attachments)

  expect(attached.map(({ name }) => name)).toEqual([`INV-${year}-000001.pdf`, `CN-${year}-000001.pdf`])
  const [invoice] = await papersOf(buyer).then((papers) => papers.filter(({ kind }) => kind === 'invoice'))
  expect(attached[0]!.bytes.equals((await buyer.get(`/papers/${invoice!._id}/pdf`)).rawPayload)).toBe(true)
})

test('an invoice or a credit note is mailed to its buyer once more, as often as the shop asks, and only once for a repeated request', async () => {
  await publishSeller(shop, admin)
  const { buyer, order } = await paidOrder(shop)
  await admin.post(`/order/${order._id}/refund`, { reason: 'A price slip' })
  const [invoice, note] = (await admin.get(`/order/${order._id}/papers`)).json<[Paper, Paper]>()
  const clerk = await shop.customer('clerk')
  await admin.put(`/user/permissions/${clerk.email}`, { permissions: ['money'] })
  const mail = (who: Customer, { _id }: Paper, key: string) =>
    shop.app.inject({
      method: 'POST',
      url: `/api/papers/${_id}/mail`,
      headers: { authorization: `Bearer ${who.token}`, 'idempotency-key': key },
    })

  for (const key of ['one', 'one', 'two']) expect((await mail(clerk, note, key)).json()).toEqual({ modifiedCount: 1 })
  expect((await mail(admin, invoice, 'three')).statusCode).toBe(200)
  expect((await mail(buyer, invoice, 'four')).statusCode).toBe(403)
  await deliverMails(shop.services)

  const sent = shop.sentMails.map(({ to, subject, attachments = [] }) => [to, subject, ...attachments.map(({ name }) => name)])
  const copies = sent.filter(([, subject]) => /^Your (invoice|credit note)/.test(subject!))
  const copy = [buyer.email, `Your credit note ${note.number} for order ${order.number}`, `${note.number}.pdf`]
  expect(copies.toSorted()).toEqual([
    copy,
    copy,
    [buyer.email, `Your invoice ${invoice.number} for order ${order.number}`, `${invoice.number}.pdf`],
  ])
  expect((await admin.get('/audit-log')).json<AuditPage>().entries[0]).toMatchObject({ actor: admin.email, subject: invoice.number })
})

test('a paper of an erased buyer is not mailed', async () => {
  await publishSeller(shop, admin)
  const { buyer, order } = await paidOrder(shop)
  const [invoice] = await papersOf(buyer)
  await admin.put(`/orderShipped/${order._id}`)
  expect((await admin.post(`/customers/${buyer.userId}/erase`, { email: buyer.email })).statusCode).toBe(200)

  expect((await admin.post(`/papers/${invoice!._id}/mail`)).json()).toMatchObject({ code: 'BUYER_ERASED' })
  expect((await admin.post(`/papers/${order._id}/mail`)).statusCode).toBe(404)
})

test('a bill that waited is invoiced once its seller is complete, with its credit note, and mailed', async () => {
  await publishSeller(shop, admin, { ...sampleSeller, city: undefined })
  const { buyer, order } = await paidOrder(shop)
  await shop.db.update(orders).set({ refundedCents: 100 }).where(eq(orders.id, order._id))
  expect((await admin.get('/allPapers')).json<AllPapers>()).toMatchObject({ count: 0, waiting: 1, missing: ['seller.city'] })
  expect(await issueDueInvoices(shop.services)).toBe(0)

  await publishSeller(shop, admin)
  await Promise.all([issueDueInvoices(shop.services), issueDueInvoices(shop.services)])

  expect(await shop.db.$count(invoicesDue)).toBe(0)
  expect((await admin.get('/allPapers')).json<AllPapers>()).toMatchObject({
    count: 2,
    waiting: 0,
    papers: [{ number: `CN-${year}-000001`, credits: `INV-${year}-000001`, total: 1 }, { number: `INV-${year}-000001` }],
  })
  const [mail] = await shop.db.select().from(mails).where(eq(mails.kind, 'invoice-issued'))
  expect(mail).toMatchObject({ recipient: buyer.email })
})

test('publishing settings issues at once what waits, also behind a bill that needs more of them', async () => {
  const { city, vatId, ...incomplete } = sampleSeller
  await publish(admin, { seller: incomplete })
  const [abroad, home] = [await unpaidOrder(shop), await unpaidOrder(shop)]
  await taxOrders(shop, [abroad.order._id], { ...germanTax, category: 'G', rateBp: 0, reason: 'export', to: 'US', of: null })
  for (const { buyer, order } of [abroad, home])
    await reportPaid(buyer, order, (await payByCard(shop, await openPaymentOf(buyer, order))).id)
  const waiting = async () => (await admin.get('/openWork')).json<OpenWork>().waitingInvoices
  const before = await waiting()

  await publish(admin, { seller: { ...incomplete, city } })
  const [between, [paper]] = [await waiting(), await papersOf(home.buyer)]
  const tried = await issueDueInvoices(shop.services)
  await publish(admin, { seller: { ...incomplete, city, vatId } })

  expect([before, between, tried, await waiting()]).toEqual([2, 1, 0, 0])
  expect(paper).toMatchObject({ number: `INV-${year}-000001` })
  expect(await papersOf(abroad.buyer)).toMatchObject([{ number: `INV-${year}-000002` }])
})

test('bills that were tried with these settings do not hold up others', async () => {
  await publishSeller(shop, admin, { ...sampleSeller, city: undefined })
  const { buyer } = await paidOrder(shop)
  await shop.db.execute(sql`
    insert into invoices_due (bill_id, bill_kind, user_id, missing, settings_version, created_at)
    select gen_random_uuid(), 'order', ${buyer.userId}, '{seller.vatId}', 1000, now() - interval '1 day' from generate_series(1, 100)`)
  await publishSeller(shop, admin)

  expect(await issueDueInvoices(shop.services)).toBe(1)
  expect(await papersOf(buyer)).toHaveLength(1)
})

test('admins find papers by text, kind and days, and save what they find as one ZIP', async () => {
  await publishSeller(shop, admin)
  const [first, second] = [await paidOrder(shop), await paidOrder(shop)]
  await shop.db.execute(sql`update users set display_name = 'x'`)
  const found = async (query: string) => (await admin.get(`/allPapers?${query}`)).json<AllPapers>().papers.map(({ number }) => number)
  const [one, two] = [`INV-${year}-000001`, `INV-${year}-000002`]
  const today = new Date().toISOString().slice(0, 10)

  expect(await found('')).toEqual([two, one])
  expect(await found(`q=${first.order.number.toLowerCase()}`)).toEqual([one])
  expect(await found('q=000002')).toEqual([two])
  expect(await found(`q=${encodeURIComponent(second.buyer.displayName)}`)).toEqual([two, one])
  expect(await found('q=%25')).toEqual([])
  expect(await found('kind=credit_note')).toEqual([])
  expect((await admin.get('/allPapers?kind=credit_note&q=000002')).json()).toMatchObject({
    count: 0,
    kinds: { invoice: 1, credit_note: 0 },
  })
  expect(await found(`from=${today}&to=${today}`)).toEqual([two, one])
  expect(await found('to=2020-01-01')).toEqual([])
  expect(await found('size=1&page=1')).toEqual([one])

  const zip = await admin.get('/paperZip?format=ubl')
  expect(zip.headers).toMatchObject({ 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="papers-ubl.zip"' })
  const files = unzipSync(new Uint8Array(zip.rawPayload))
  expect(Object.keys(files)).toEqual([`${one}-ubl.xml`, `${two}-ubl.xml`])
  const [paper] = await papersOf(first.buyer)
  expect(Buffer.from(files[`${one}-ubl.xml`]!).equals((await admin.get(`/papers/${paper!._id}/ubl`)).rawPayload)).toBe(true)
  expect((await admin.get('/paperZip?format=ubl')).rawPayload.equals(zip.rawPayload)).toBe(true)

  const named = await admin.get(`/paperZip?format=ubl&ids=${paper!._id}`)
  expect(Object.keys(unzipSync(new Uint8Array(named.rawPayload)))).toEqual([`${one}-ubl.xml`])
  expect((await admin.get('/paperZip?format=ubl&ids=1')).statusCode).toBe(400)
})

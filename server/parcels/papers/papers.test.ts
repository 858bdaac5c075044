import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { addressLines } from '#contract/orders/ship-to.ts'
import { orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { lockUntilReleased } from '#tests/support/database/lock-waits.ts'
import { groupWithFreight } from '#tests/support/shops/freight.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, payOrder, reportPaid } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer
let ann: Customer

beforeAll(async () => {
  shop = await openShop({ env: { RETURN_ADDRESS: 'Dock 4; 53113 Bonn' } })
  admin = await shop.admin()
  ann = await shop.customer('ann')
})

async function paidOrder(fields: Partial<typeof orders.$inferInsert> = {}): Promise<Order> {
  const order = await shop.placeOrder(ann, await shop.addPart({ available: 10_000, price: 7.77 }), 3_000)
  await reportPaid(ann, order, (await payByCard(shop, await openPaymentOf(ann, order))).id)
  if (Object.keys(fields).length > 0) await shop.db.update(orders).set(fields).where(eq(orders.id, order._id))
  return order
}

async function read({ rawPayload }: { rawPayload: Buffer }) {
  const document = await getDocumentProxy(new Uint8Array(rawPayload))
  const { text } = await extractText(document)
  const { view } = await document.getPage(1)
  return { pages: text.map((page) => page.replace(/\s+/g, ' ')), size: view.slice(2).map(Math.round) }
}

const idsOf = (list: Order[]) => list.map(({ _id }) => _id)
const slips = (list: Order[], paper?: 'letter') => admin.post('/packing-slips', { orders: idsOf(list), ...(paper && { paper }) })
const labels = (list: Order[]) => admin.post('/address-labels', { orders: idsOf(list) })

test('a packing slip has what the packer needs, and no prices', async () => {
  const order = await paidOrder({ partName: 'Main board 42', reference: 'PO-77', address: 'Ann Lee\nDock 9\n10115 Berlin' })
  await admin.post(`/order/${order._id}/parcels`, { pieces: 1_250 })

  const answer = await slips([order])

  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="packing-slips.pdf"',
    'cache-control': 'no-store',
  })
  const { pages, size } = await read(answer)
  expect(size).toEqual([595, 842])
  expect(pages).toHaveLength(1)
  const figures = 'Ordered 3,000 Already sent 1,250 Left to send 1,750'
  const address = 'Ann Lee Dock 9 10115 Berlin'
  const box = "Packer's initials"
  for (const text of [order.number, 'Part Main board 42', order.displayName, order.phone, 'PO-77', address, figures, box, 'Page 1 of 1']) {
    expect(pages[0]).toContain(text)
  }
  expect(pages[0]).not.toMatch(/\$|7\.77|23,310|USD/)
})

test('a packing slip says how many packs are left to send', async () => {
  const order = await paidOrder()
  await shop.db.update(parts).set({ packName: 'box', packPieces: 400 }).where(eq(parts.id, order.partsId))

  const { pages } = await read(await slips([order]))

  expect(pages[0]).toContain('Left to send: 7 boxes and 200 pieces')
})

test('a packing slip counts withdrawn pieces as neither sent nor left', async () => {
  const order = await paidOrder()
  await admin.post(`/order/${order._id}/parcels`, { pieces: 1_250 })
  await admin.post(`/order/${order._id}/refund`, { reason: 'Out of stock', pieces: 700, withdraw: 700 })

  const { pages } = await read(await slips([order]))

  expect(pages[0]).toContain('Ordered 3,000 Already sent 1,250 Left to send 1,050')
})

test('a packing slip has the wished day, the terms of the offer and the note of the buyer, cut where they are too long', async () => {
  const [short, long] = [
    await paidOrder({ terms: 'Two parts:\nhalf in January.', note: 'Before 10 a.m.', wishedOn: '2027-03-12' }),
    await paidOrder({ note: 'Ring twice. '.repeat(300) }),
  ]

  const { pages } = await read(await slips([short, long], 'letter'))

  expect(pages).toHaveLength(2)
  expect(pages[0]).toContain('Terms Two parts: half in January. Note of the buyer Before 10 a.m.')
  expect(pages[0]).toContain('Wished for 2027-03-12')
  expect(pages[1]).toMatch(/Ring twice\. .*\(cut: see the order on the screen\)/)
})

test('slip and label say how the order is delivered: the account of a carrier that collects, and the term', async () => {
  const freight = {
    methodId: null,
    name: 'Your carrier',
    carrier: 'ups',
    incoterm: { code: 'FCA', place: 'Bonn' },
    account: 'A1B2',
  } as const
  const { buyer, group } = await groupWithFreight(shop, { prices: [2.5], freightCents: 0, freight })
  await payOrder(shop, buyer, group.orders[0]!)

  expect((await read(await slips(group.orders))).pages[0]).toContain('Your carrier, UPS · Account A1B2 · FCA Bonn, Incoterms 2020')
  expect((await read(await labels(group.orders))).pages[0]).toContain('Your carrier, UPS, Account A1B2, FCA Bonn, Incoterms 2020')
})

test('a label has the address, where the parcel comes back to, and the number, on 4 x 6 inches', async () => {
  const order = await paidOrder({ address: 'Ann Lee\nDock 9\n10115 Berlin' })

  const { pages, size } = await read(await labels([order]))

  expect(size).toEqual([288, 432])
  expect(pages).toHaveLength(1)
  expect(pages[0]).toContain('From Teleforge Dock 4 53113 Bonn')
  expect(pages[0]).toContain('Ship to Ann Lee Dock 9 10115 Berlin')
  expect(pages[0]).toContain(order.number)
})

test.each([
  ['US', { city: 'Springfield', state: 'IL', postalCode: '62701' }, 'Springfield, IL 62701 United States of America'],
  ['GB', { city: 'London', postalCode: 'SW1A 2AA' }, 'London SW1A 2AA United Kingdom'],
])('a label and a packing slip to %s have the lines of its post', async (country, place, lines) => {
  const shipTo = { name: 'Ann Lee', company: '', street: '9 Dock St', ...place, country, phone: '' }
  const order = await paidOrder({ address: addressLines(shipTo), shipTo })

  for (const paper of [await labels([order]), await slips([order])]) {
    expect((await read(paper)).pages.join(' ')).toContain(`Ann Lee 9 Dock St ${lines}`)
  }
})

/** Without spaces, which programs that copy text set by the places of its signs. */
const inOneWord = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '')

test.each([
  ['Ukrainian', 'ТОВ «Електроніка», вул. Хрещатик 22, Київ'],
  ['Kazakh', 'Өскемен қаласы, Қазақстан'],
  ['Greek', 'Ηλεκτρονικά Α.Ε., Ερμού 12, Αθήνα'],
  ['Vietnamese', '123 Đường Nguyễn Huệ, Thành phố Hồ Chí Minh'],
  ['simplified Chinese', '北京市朝阳区建国路88号，喆堃电子'],
  ['traditional Chinese', '臺北市信義區市府路45號'],
  ['Japanese', '東京都千代田区千代田1-1ショップひろば'],
  ['Korean', '서울특별시 강남구 테헤란로 152'],
  ['Thai', 'บริษัท จำกัด 99/1 ถนนสุขุมวิท เขตวัฒนา กรุงเทพมหานคร'],
  ['Lao', 'ນະຄອນຫຼວງວຽງຈັນ'],
  ['Armenian', 'Երևան, Մաշտոցի 5'],
  ['Georgian', 'თბილისი, რუსთაველის 3'],
  ['Amharic', 'አዲስ አበባ'],
  ['Hindi', 'भारत'],
  ['Gujarati', 'અમદાવાદ'],
  ['Malayalam', 'തിരുവനന്തപുരം'],
  ['Hebrew', 'רחוב הרצל, תל אביב-יפו'],
  ['Arabic', 'شارع الشيخ زايد، الإمارات العربية المتحدة'],
  ['Persian', 'خیابان پارک، تهران، گچساران'],
  ['Urdu', 'لاہور، گلبرگ، ڈاک خانہ'],
])('an address in %s is printed in its own letters, and can be copied in the order of reading', async (_, address) => {
  const order = await paidOrder({ address, partName: address })

  for (const answer of [await labels([order]), await slips([order])]) {
    const { pages } = await read(answer)
    expect(inOneWord(pages[0]!)).toContain(inOneWord(address))
    expect(pages[0]).not.toContain('[?]')
  }
})

test('text from right to left stands at the right of what follows it, its figures from left to right', async () => {
  const order = await paidOrder({ address: 'רחוב הרצל 12, דירה 34\nدبي، P.O. Box 1234\nالهاتف ١٢٣٤ ۵۶۷۸' })

  const document = await getDocumentProxy(new Uint8Array((await labels([order])).rawPayload))

  const { items } = await (await document.getPage(1)).getTextContent()
  const lefts = (texts: string[]) =>
    texts.map((text) => {
      const item = items.find((one) => 'str' in one && one.str.includes(text))
      return item && 'transform' in item ? Number(item.transform[4]) : undefined
    })
  for (const [first, ...rest] of [
    ['הרצל', '12', 'דירה', '34'],
    ['دبي', 'P.O. Box 1234'],
    ['الهاتف', '١٢٣٤'],
  ].map(lefts)) {
    let before = first!
    for (const left of rest) {
      expect(left).toBeLessThan(before)
      before = left!
    }
  }
})

test('scripts whose marks the font library cannot place are printed, and what no font has is said on the page that has it', async () => {
  const addresses = ['ਅੰਮ੍ਰਿਤਸਰ', 'ភ្នំពេញ', '\u{10380}\u{10381} Ugarit', 'Bonn']

  const placed = await Promise.all(addresses.map((address) => paidOrder({ address })))

  for (const answer of [await labels(placed), await slips(placed)]) {
    const { pages } = await read(answer)
    const lacking = pages.map((page) => [page.includes('[?]'), page.includes('[?] stands for characters that this print has no signs for')])
    expect(lacking).toEqual([
      [false, false],
      [false, false],
      [true, true],
      [false, false],
    ])
  }
})

test('many orders are one file in the order that was asked for, a page for each, on paper of choice', async () => {
  const list = [await paidOrder(), await paidOrder(), await paidOrder()]
  await admin.put(`/orderShipped/${list[1]!._id}`)
  const asked = list.toReversed()

  const slipsFile = await read(await slips(asked, 'letter'))
  const labelsFile = await read(await labels(asked))

  expect(slipsFile.size).toEqual([612, 792])
  expect(slipsFile.pages).toEqual(asked.map(({ number }) => expect.stringContaining(number) as string))
  expect(slipsFile.pages[2]).toContain('Page 3 of 3')
  expect(slipsFile.pages[1]).toContain('Ordered 3,000 Already sent 3,000 Left to send 0')
  expect(labelsFile.pages).toEqual(asked.map(({ number }) => expect.stringContaining(number) as string))
})

test('an order that is named twice, also by its id in capitals, is refused at the field', async () => {
  const order = await paidOrder()
  const inCapitals = { ...order, _id: order._id.toUpperCase() }

  expect((await slips([order, inCapitals])).json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'orders' }] })
  expect((await read(await slips([inCapitals]))).pages).toEqual([expect.stringContaining(order.number)])
})

test('an order that is not paid is refused by its number, also among others, and an unknown one is not found', async () => {
  const paid = await paidOrder()
  const unpaid = await shop.placeOrder(ann, await shop.addPart())

  const one = await labels([unpaid])
  const many = await slips([paid, unpaid])
  const unknown = await admin.post('/address-labels', { orders: [paid._id, randomUUID()] })

  const message = `Order ${unpaid.number} is not paid, so there is nothing to pack.`
  expect(one.json()).toMatchObject({ fields: [{ field: 'orders.0', message }] })
  expect(many.json()).toMatchObject({ fields: [{ field: 'orders.1', message }] })
  expect(unknown.statusCode).toBe(404)
})

test.each([
  ['no orders', []],
  ['more than 200 orders', Array.from({ length: 201 }, () => randomUUID())],
  ['an order twice', ['c0ffee00-0000-4000-8000-000000000000', 'c0ffee00-0000-4000-8000-000000000000']],
])('%s are no file', async (_, ids) => {
  expect((await admin.post('/packing-slips', { orders: ids })).statusCode).toBe(400)
})

test.each([
  ['very long words', 'W'.repeat(500)],
  ['many lines', 'x\n'.repeat(250)],
  ['emoji', '📦🚚'.repeat(100)],
  ['right-to-left text', 'شارع الملك فهد '.repeat(30)],
  ['direction marks and control characters', '\u202eDock 1\u202c\u0007\u001b[31m\r\n\t\u200b\ufeffBonn'],
  ['nothing that is printed', '\u200b\n\u0007'],
])('%s keep to one page of a slip and of a label', async (_, text) => {
  const order = await paidOrder({
    address: text,
    partName: text.slice(0, 120),
    displayName: text.slice(0, 100),
    phone: text.slice(0, 40),
    reference: text.slice(0, 60),
  })

  const slip = await read(await slips([order]))
  const label = await read(await labels([order]))

  expect([slip.pages.length, label.pages.length]).toEqual([1, 1])
  expect(slip.pages[0]).toContain(order.number)
  expect(slip.pages[0]).toContain('Page 1 of 1')
  expect(label.pages[0]).toContain(order.number)
  expect(slip.pages[0]).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test('an address with more lines than there is room for is cut, and says so', async () => {
  const order = await paidOrder({ address: 'x\n'.repeat(250) })

  const { pages } = await read(await labels([order]))

  expect(pages[0]).toMatch(/^From .* Ship to (?:x ){10,20}\(cut: see the order on the screen\) Phone/)
})

test('an account has one file of papers at a time, and one that waits (70)', async () => {
  const order = await paidOrder()
  const unlock = await lockUntilReleased(shop.db, (tx) => tx.execute(sql`lock table parts`))
  let refused = 0

  const answers = Array.from({ length: 6 }, async () => {
    const { statusCode } = await slips([order])
    if (statusCode === 429) refused += 1
    return statusCode
  })
  await expect.poll(() => refused).toBe(4)
  await unlock()

  expect((await Promise.all(answers)).toSorted()).toEqual([200, 200, 429, 429, 429, 429])
})

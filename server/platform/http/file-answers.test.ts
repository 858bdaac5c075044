import { expect, test } from 'vitest'
import { fileTypes } from '#contract/basics/file-answer.ts'
import type { Papers } from '#contract/payments/papers.ts'
import { addDocument, dxf, pdf, step } from '#tests/support/shops/documents.ts'
import { choosesTransfer } from '#tests/support/shops/bank.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { unpaidOrder } from '#tests/support/shops/payments.ts'
import { paidOrder } from '#tests/support/shops/refunds.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'

const shop = await openShop()
const admin = await shop.admin()
await publishSeller(shop, admin)
const { buyer, order } = await paidOrder(shop)
const transferred = await unpaidOrder(shop)
await choosesTransfer(transferred.buyer, transferred.order)
const { papers } = (await buyer.get('/papers')).json<Papers>()
const part = await shop.addPart()
const quoteId = (await buyer.post('/quotes', { lines: [{ text: part.partNumber, quantity: 1_000, partsId: part._id }] })).json()._id
const { secret } = (await buyer.post(`/quotes/${quoteId}/link`)).json<{ secret: string }>()
const documents = await Promise.all(
  [pdf(), step(), dxf()].map((bytes, index) =>
    addDocument(shop, admin, part._id, { bytes, title: `Drawing ${index}`, fileName: `drawing.${['pdf', 'step', 'dxf'][index]}` }),
  ),
)

const inFormats = (path: string, formats: string[]) => formats.map((format) => () => admin.get(`${path}format=${format}`))
/** Requests for a file of each operation, in each of its formats. */
const files = {
  operationsAuditFile: [() => admin.get('/audit-file')],
  quotesDocument: ['pdf', 'csv', 'xlsx'].map((format) => () => buyer.get(`/quotes/${quoteId}/document?format=${format}`)),
  quotesSharedDocument: inFormats(`/shared-quotes/${secret}/document?`, ['pdf', 'csv', 'xlsx']),
  customersExport: [() => admin.get(`/customers/${buyer.userId}/export`)],
  ledgerFile: inFormats('/books/file?month=2026-01&', ['xlsx', 'csv', 'datev', 'payouts']),
  papersZip: inFormats('/paperZip?', ['pdf', 'ubl']),
  papersDocument: ['pdf', 'cii', 'ubl'].map((format) => () => buyer.get(`/papers/${papers[0]!._id}/${format}`)),
  transfersProForma: [() => transferred.buyer.get(`/order/${transferred.order._id}/pro-forma`)],
  importsFile: inFormats('/partFile?', ['xlsx', 'csv', 'json']),
  importsMedia: [() => admin.get('/partFiles')],
  partMediaDocument: documents.map(
    ({ _id }) =>
      () =>
        buyer.get(`/partDocuments/${_id}`),
  ),
  stockFilesOfPart: [() => admin.get(`/parts/${part._id}/stock-file`)],
  stockFilesAll: [() => admin.get('/stock-file')],
  orderFilesAll: inFormats('/allOrderFile?', ['xlsx', 'csv']),
  orderFilesOfCustomer: inFormats(`/orderFile?customer=${buyer.email}&`, ['xlsx', 'csv']),
  exportPapersInvoice: [() => admin.post('/export-papers/commercial-invoice', { orders: [order._id], gaps: true })],
  exportPapersPackingList: [() => admin.post('/export-papers/packing-list', { orders: [order._id], gaps: true })],
  shippingPapersSlips: [() => admin.post('/packing-slips', { orders: [order._id] })],
  shippingPapersLabels: [() => admin.post('/address-labels', { orders: [order._id] })],
}

type Operation = {
  operationId: string
  requestBody?: { required?: boolean }
  responses: Record<string, { content?: Record<string, { schema: { format?: string } }> }>
}
const { paths } = (await shop.visitor.get('/openapi.json')).json<{ paths: Record<string, Record<string, Operation>> }>()
const operations = new Map(Object.values(paths).flatMap((path) => Object.values(path).map((one) => [one.operationId, one] as const)))
const declared = (operationId: string) => operations.get(operationId)?.responses['200']?.content ?? {}
const mediaTypeOf = (contentType: unknown) => String(contentType).split(';')[0]!

test.each(Object.entries(files))('%s is declared with the media types that its files have', async (operationId, requests) => {
  const sent = new Set<string>()
  for (const ask of requests) {
    const answer = await ask()
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
    expect(Object.values(fileTypes)).toContain(answer.headers['content-type'])
    sent.add(mediaTypeOf(answer.headers['content-type']))
  }

  expect(Object.keys(declared(operationId)).toSorted()).toEqual([...sent].toSorted())
  for (const [type, { schema }] of Object.entries(declared(operationId))) {
    expect(schema).toEqual(type === 'application/json' ? {} : { type: 'string', format: 'binary' })
  }
})

test('no other operation answers with a file, and refusals of files are JSON', () => {
  const isFile = ([, { schema }]: [string, { schema: object }]) => 'format' in schema || Object.keys(schema).length === 0
  const answering = [...operations.keys()].filter((operationId) => Object.entries(declared(operationId)).some(isFile))

  expect(answering.toSorted()).toEqual(Object.keys(files).toSorted())
  for (const operationId of [...answering, 'orderEventsStream']) {
    expect(Object.keys(operations.get(operationId)!.responses['4XX']!.content!)).toEqual(['application/json'])
  }
  expect(declared('orderEventsStream')).toEqual({ 'text/event-stream': { schema: { type: 'string' } } })
})

test('an order is shipped without a body, as specified; the one with doubts is optional', async () => {
  const shipped = await admin.put(`/orderShipped/${order._id}`)

  expect(shipped.json()).toEqual({ modifiedCount: 1 })
  const needless = [...operations.values()].filter(({ requestBody }) => requestBody && !requestBody.required)
  expect(needless.map(({ operationId }) => operationId)).toEqual(['ordersShip'])
})

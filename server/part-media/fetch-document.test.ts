import { beforeAll, expect, test } from 'vitest'
import { partMediaMessages, type PartDocument, type PartMedia } from '#contract/parts/part-media.ts'
import type { Part } from '#contract/parts/parts.ts'
import { openFaultyServer, type FaultyServer } from '#tests/support/doubles/faulty-server.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { dxf, pdf } from '#tests/support/shops/documents.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer
let web: FaultyServer
const files: Record<string, Buffer | string> = {
  '/sheets/data%20sheet.pdf': Buffer.concat([pdf().subarray(0, -6), Buffer.alloc(1_500_000, ' '), Buffer.from('%%EOF\n')]),
  '/drawing': dxf(),
  '/script.pdf': pdf('/JS (x)'),
}

beforeAll(async () => {
  shop = await openShop({ env: { FETCH_PRIVATE_ADDRESSES: '127.0.0.1' } })
  admin = await shop.admin()
  web = await openFaultyServer(({ url = '' }, response) => void response.end(files[url] ?? '<p>Not here</p>'))
  afterTheFile(() => web.close())
})

const fetchDocument = ({ _id }: Part, path: string) =>
  admin.post(`/parts/${_id}/documents/from-address`, { kind: 'drawing', title: 'Outline', url: web.url + path })
const documentsOf = async ({ _id }: Part) => (await admin.get(`/parts/${_id}/media`)).json<PartMedia>().documents

test('a document on the web is kept like an uploaded one, under the name that its address has', async () => {
  const part = await shop.addPart()

  const sheet = (await fetchDocument(part, '/sheets/data%20sheet.pdf')).json<PartDocument>()
  const drawing = (await fetchDocument(part, '/drawing')).json<PartDocument>()

  expect(await documentsOf(part)).toEqual([sheet, drawing])
  expect([sheet, drawing]).toMatchObject([
    { kind: 'drawing', title: 'Outline', type: 'pdf', fileName: 'data sheet.pdf' },
    { type: 'dxf', fileName: 'drawing.dxf' },
  ])
  expect((await admin.get(`/partDocuments/${sheet._id}`)).rawPayload).toEqual(files['/sheets/data%20sheet.pdf'])
})

test('what is fetched is checked as what is uploaded (83)', async () => {
  const part = await shop.addPart()
  const refusals = []
  for (const path of ['/script.pdf', '/missing']) refusals.push((await fetchDocument(part, path)).json<{ fields: object[] }>().fields)

  expect(refusals).toEqual([
    [{ field: 'file', message: partMediaMessages.fileActive }],
    [{ field: 'file', message: partMediaMessages.fileNot }],
  ])
  expect(await documentsOf(part)).toEqual([])
})

test('parts are named by their numbers, whatever case, dashes and spaces they are written with', async () => {
  const [one, removed] = [await shop.addPart({ partNumber: 'DOC-1 a' }), await shop.addPart({ partNumber: 'DOC-2' })]
  await admin.delete(`/parts/${removed._id}`)

  const named = await admin.post('/parts/named', { numbers: ['doc1A', 'DOC-2', 'other', '', '-'] })

  expect(named.json()).toEqual([{ number: 'doc1A', part: { _id: one._id, name: one.name, partNumber: 'DOC-1 a' } }])
})

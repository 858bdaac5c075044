import { readdir } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { AuditPage } from '#contract/shop/operations.ts'
import type { ManagedPart } from '#contract/parts/part-desk.ts'
import {
  DOCUMENT_MAX_BYTES,
  DOCUMENT_PIECE_BYTES,
  MAXIMUM_DOCUMENTS,
  partMediaMessages,
  type PartMedia,
} from '#contract/parts/part-media.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { Transaction } from '#database/connect.ts'
import { images } from '#database/tables/images.ts'
import { partDocuments, partPictures } from '#database/tables/part-media.ts'
import { transaction } from '#database/transaction.ts'
import { lockUntilReleased, untilWaiting } from '#tests/support/database/lock-waits.ts'
import { addDocument, dxf, pdf, sendDocument, sendPiece, step } from '#tests/support/shops/documents.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { sweepImages } from '../images/sweep-images.ts'
import { documentFolder } from './document-store.ts'
import { sweepDocuments } from './sweep-documents.ts'

let shop: TestShop
let admin: Customer
let second: Customer
let ann: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  second = await shop.admin('second')
  ann = await shop.customer('ann')
})

/** A picture that was uploaded some days ago. */
async function uploaded(): Promise<string> {
  const name = `${randomUUID().replaceAll('-', '')}.webp`
  await shop.db.insert(images).values({ name, width: 10, height: 10, createdAt: sql`now() - interval '3 days'` })
  return `/images/${name}`
}

const mediaOf = async ({ _id }: Pick<Part, '_id'>) => (await ann.get(`/parts/${_id}/media`)).json<PartMedia>()
const picturesOf = async (part: Part) => (await mediaOf(part)).pictures
const put = (by: Customer, { _id }: Part, pictures: object[], seen: object[]) => by.put(`/parts/${_id}/pictures`, { pictures, seen })
const historyOf = async ({ _id }: Part) => (await admin.get(`/parts/${_id}/desk`)).json<ManagedPart>().changes
const auditOf = async ({ _id }: Part) => (await admin.get(`/audit-log?q=${_id}`)).json<AuditPage>().entries
const ofLength = (length: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(length - 15, ' '), Buffer.from('%%EOF\n')])

test('pictures are added, ordered and described; the first is the picture of the part everywhere', async () => {
  const part = await shop.addPart({ name: 'Panel' })
  const seen = await picturesOf(part)
  const [side, back] = [await uploaded(), await uploaded()]
  const pictures = [
    { img: side, alt: 'From the side' },
    { img: back, alt: '' },
    { img: part.img, alt: 'From the front' },
  ]

  const answer = await put(admin, part, pictures, seen)

  expect(seen).toEqual([{ img: part.img, alt: 'Panel' }])
  expect(answer.json()).toEqual({ modifiedCount: 1, pictures })
  expect(await picturesOf(part)).toEqual(pictures)
  expect((await ann.get(`/inventory/${part._id}`)).json()).toEqual({ ...part, img: side })
  expect((await historyOf(part)).map(({ by, field }) => [by, field])).toEqual([
    [admin.email, 'pictures'],
    [admin.email, 'img'],
  ])
  expect((await auditOf(part))[0]).toMatchObject({ action: 'change-pictures', detail: { pictures: 3, picturesBefore: 1 } })
  expect((await put(admin, part, pictures, pictures)).json()).toMatchObject({ modifiedCount: 0 })
})

test('of two admins the second is told, and nothing is overwritten unseen (80)', async () => {
  const part = await shop.addPart()
  const seen = await picturesOf(part)
  const further = await Promise.all(Array.from({ length: 4 }, uploaded))

  const answers = await Promise.all(further.map((img, index) => put(index % 2 ? admin : second, part, [...seen, { img, alt: '' }], seen)))

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('PICTURES_CHANGED')
  expect(await picturesOf(part)).toHaveLength(2)
  expect(await historyOf(part)).toHaveLength(1)
})

test('a main picture that is replaced as before is so here: its text goes with it, the further ones stay', async () => {
  const part = await shop.addPart({ name: 'Board' })
  const [further, other] = [await uploaded(), await uploaded()]
  const pictures = [
    { img: part.img, alt: 'From the front' },
    { img: further, alt: 'From behind' },
  ]
  await put(admin, part, pictures, await picturesOf(part))
  const { name, description } = part
  const replace = (img: string, before: string) =>
    admin.put(`/parts/${part._id}/details`, { name, description, img, seen: { name, description, img: before } })

  await replace(other, part.img)
  expect(await picturesOf(part)).toEqual([{ img: other, alt: 'Board' }, pictures[1]])
  await replace(further, other)
  expect(await picturesOf(part)).toEqual([{ img: further, alt: 'From behind' }])
  expect((await put(admin, part, pictures, pictures)).statusCode).toBe(409)
})

test('a list without a described main picture, with a foreign one, one twice, none, or too many is refused at the field', async () => {
  const part = await shop.addPart()
  const seen = await picturesOf(part)
  const many = await Promise.all(Array.from({ length: 12 }, async () => ({ img: await uploaded(), alt: '' })))
  const fields = await Promise.all(
    [
      [{ img: part.img, alt: ' ' }],
      [...seen, { img: 'https://elsewhere.example/x.png', alt: '' }],
      [...seen, { img: `/images/${'0'.repeat(32)}.webp`, alt: '' }],
      [...seen, ...seen],
      [],
      [...seen, ...many],
      [{ img: part.img, alt: 'x'.repeat(201) }],
    ].map(async (pictures) => {
      const answer = await put(admin, part, pictures, seen)
      return [answer.statusCode, answer.json<{ fields: { field: string }[] }>().fields[0]!.field]
    }),
  )

  expect(fields).toEqual([
    [400, 'pictures.0.alt'],
    [400, 'pictures.1.img'],
    [400, 'pictures.1.img'],
    [400, 'pictures.1.img'],
    [400, 'pictures'],
    [400, 'pictures'],
    [400, 'pictures.0.alt'],
  ])
  expect((await put(admin, part, [...seen, ...many.slice(0, 11)], seen)).statusCode).toBe(200)
  expect((await put(admin, { ...part, _id: randomUUID() }, seen, seen)).statusCode).toBe(404)
})

test('a further picture is kept by the sweeper while a part shows it, and swept once no part does', async () => {
  const part = await shop.addPart()
  const seen = await picturesOf(part)
  const img = await uploaded()
  const isKept = async () => {
    await sweepImages(shop.services)
    return (await shop.db.$count(images, eq(images.name, img.split('/').at(-1)!))) === 1
  }

  await put(admin, part, [...seen, { img, alt: '' }], seen)
  expect(await isKept()).toBe(true)
  await put(admin, part, seen, [...seen, { img, alt: '' }])
  expect(await isKept()).toBe(false)
})

test.each([
  ['pdf', pdf(), 'application/pdf'],
  ['step', step(), 'model/step'],
  ['dxf', dxf(), 'image/vnd.dxf'],
] as const)('a %s is shown on the part, and sent to be saved, never to be opened (83)', async (type, bytes, contentType) => {
  const part = await shop.addPart()
  const sent = { kind: 'data-sheet', title: ' Data sheet ', fileName: `../Gehäuse "1".${type}`, bytes }

  const added = await addDocument(shop, admin, part._id, sent)

  const fileName = `Gehäuse 1 .${type}`
  expect(added).toEqual({ _id: added._id, kind: 'data-sheet', title: 'Data sheet', fileName, type, bytes: bytes.length })
  expect((await mediaOf(part)).documents).toEqual([added])
  const file = await ann.get(`/partDocuments/${added._id}`)
  expect(file.rawPayload.equals(bytes)).toBe(true)
  expect(file.headers).toMatchObject({
    'content-type': contentType,
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="Geh_use 1 .${type}"; filename*=UTF-8''Geh%C3%A4use%201%20.${type}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
})

test('a document of the largest size goes in pieces and comes back whole; a larger and an empty one are refused at the field', async () => {
  const part = await shop.addPart()
  const largest = ofLength(DOCUMENT_MAX_BYTES)

  const added = await addDocument(shop, admin, part._id, { bytes: largest })

  expect((await ann.get(`/partDocuments/${added._id}`)).rawPayload.equals(largest)).toBe(true)
  const refused = await Promise.all(
    [DOCUMENT_MAX_BYTES + 1, 0].map(async (bytes) =>
      (await admin.post(`/parts/${part._id}/documents`, { kind: 'other', title: 'x', fileName: 'x.pdf', bytes })).json(),
    ),
  )
  for (const { fields } of refused) expect(fields).toEqual([{ field: 'bytes', message: partMediaMessages.fileSize }])
})

test.each([
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), partMediaMessages.fileNot],
  ['half a PDF', pdf().subarray(0, -6), partMediaMessages.fileIncomplete],
  ['a PDF with a script', pdf('/JS (x)'), partMediaMessages.fileActive],
])('%s is refused with a sentence at the field, and never shown (83)', async (_what, bytes, message) => {
  const part = await shop.addPart()

  const refused = await sendDocument(shop, admin, part._id, bytes)

  expect([refused.statusCode, refused.json().fields]).toEqual([400, [{ field: 'file', message }]])
  expect((await mediaOf(part)).documents).toEqual([])
  const [row] = await shop.db.select().from(partDocuments).where(eq(partDocuments.partId, part._id))
  expect((await ann.get(`/partDocuments/${row!.id}`)).statusCode).toBe(404)
})

test('what was checked is what is sent: no piece comes twice, out of turn, in another size, from somebody else, or afterwards (83)', async () => {
  const part = await shop.addPart()
  const bytes = ofLength(DOCUMENT_PIECE_BYTES + 100)
  const [first, last] = [bytes.subarray(0, DOCUMENT_PIECE_BYTES), bytes.subarray(DOCUMENT_PIECE_BYTES)]
  const begun = await admin.post(`/parts/${part._id}/documents`, { kind: 'other', title: 'x', fileName: 'x.pdf', bytes: bytes.length })
  const { _id } = begun.json<{ _id: string }>()
  const send = async (piece: number, content: Buffer, by = admin) => (await sendPiece(shop, by, _id, piece, content)).statusCode

  expect(await send(1, last)).toBe(409)
  expect(await send(0, first.subarray(1))).toBe(409)
  expect(await send(0, first, second)).toBe(409)
  expect((await Promise.all([send(0, first), send(0, first), send(0, first)])).toSorted()).toEqual([200, 409, 409])
  expect((await admin.post(`/partDocuments/${_id}/finish`)).json().code).toBe('UPLOAD_BROKEN')
  expect(await send(1, last)).toBe(200)
  expect(await send(2, last)).toBe(409)
  const finished = await Promise.all(Array.from({ length: 3 }, () => admin.post(`/partDocuments/${_id}/finish`)))
  expect(finished.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await send(1, last)).toBe(409)
  expect(await historyOf(part)).toHaveLength(1)
})

test('an upload that a repeated request finishes in the middle of another is answered as finished (83)', async () => {
  const part = await shop.addPart()
  const begun = await admin.post(`/parts/${part._id}/documents`, { kind: 'other', title: 'x', fileName: 'x.pdf', bytes: pdf().length })
  const { _id } = begun.json<{ _id: string }>()
  await sendPiece(shop, admin, _id, 0, pdf())
  const lockDocuments = (tx: Transaction) => tx.execute(sql`lock table part_documents in access exclusive mode`)
  const release = await lockUntilReleased(shop.db, lockDocuments)
  const answering = admin.post(`/partDocuments/${_id}/finish`)
  await untilWaiting(shop.db, 1)
  const finishing = transaction(shop.db, async (tx) => {
    await lockDocuments(tx)
    await tx.update(partDocuments).set({ type: 'pdf', sha256: 'checked', discardAfter: null }).where(eq(partDocuments.id, _id))
  })
  await untilWaiting(shop.db, 2)

  await release()
  await finishing

  expect((await answering).json()).toMatchObject({ _id, title: 'x' })
})

test('a file that begins as no document is refused with its first piece', async () => {
  const part = await shop.addPart()
  const bytes = Buffer.alloc(DOCUMENT_PIECE_BYTES, '<script>')
  const begun = await admin.post(`/parts/${part._id}/documents`, {
    kind: 'other',
    title: 'x',
    fileName: 'x.pdf',
    bytes: DOCUMENT_MAX_BYTES,
  })

  const { _id } = begun.json<{ _id: string }>()

  const refused = await sendPiece(shop, admin, _id, 0, bytes)
  const next = await sendPiece(shop, admin, _id, 1, bytes)
  const finished = await admin.post(`/partDocuments/${_id}/finish`)
  const other = await sendPiece(shop, admin, _id, 0, Buffer.concat([pdf(), bytes]).subarray(0, DOCUMENT_PIECE_BYTES))

  for (const answer of [refused, next, finished]) {
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual([{ field: 'file', message: partMediaMessages.fileNot }])
  }
  expect(other.json()).toEqual({ received: 1 })
  expect((await admin.post(`/partDocuments/${_id}/finish`)).json().code).toBe('UPLOAD_BROKEN')
})

test('a piece that is too large or no bytes is refused', async () => {
  expect((await sendPiece(shop, admin, randomUUID(), 0, Buffer.alloc(DOCUMENT_PIECE_BYTES + 1))).statusCode).toBe(413)
  expect((await admin.put(`/partDocuments/${randomUUID()}/pieces/0`, {})).statusCode).toBe(415)
})

test('a file is among the documents of a part once, also when it is sent twice at once; another part may have it', async () => {
  const [part, other] = [await shop.addPart(), await shop.addPart()]

  const answers = await Promise.all([admin, second, admin].map((by) => sendDocument(shop, by, part._id, pdf())))

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400])
  expect(answers.find(({ statusCode }) => statusCode === 400)?.json().fields).toEqual([
    { field: 'file', message: partMediaMessages.fileTwice },
  ])
  expect((await sendDocument(shop, admin, other._id, pdf())).statusCode).toBe(200)
})

test('a part has at most twenty documents, also when they come at once', async () => {
  const part = await shop.addPart()
  for (let at = 1; at < MAXIMUM_DOCUMENTS; at += 1) await addDocument(shop, admin, part._id, { title: `Drawing ${at}` })

  const answers = await Promise.all(['a', 'b', 'c'].map((title) => sendDocument(shop, admin, part._id, pdf(`(${title})`), { title })))

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  expect((await mediaOf(part)).documents).toHaveLength(MAXIMUM_DOCUMENTS)
  const begun = await admin.post(`/parts/${part._id}/documents`, { kind: 'other', title: 'x', fileName: 'x.pdf', bytes: 1 })
  expect(begun.json().code).toBe('TOO_MANY_DOCUMENTS')
})

test('a title is changed as it was seen, a document is removed, and the history tells both', async () => {
  const part = await shop.addPart()
  const { _id, kind, title } = await addDocument(shop, admin, part._id, { title: 'Drawing' })
  const change = (by: Customer, changed: string) => by.put(`/partDocuments/${_id}`, { kind, title: changed, seen: { kind, title } })

  expect((await change(admin, 'Drawing, sheet 1')).json()).toEqual({ modifiedCount: 1 })
  expect((await change(admin, 'Drawing, sheet 1')).json()).toEqual({ modifiedCount: 0 })
  expect((await change(second, 'Drawing B')).json().code).toBe('DOCUMENT_CHANGED')
  const removed = await Promise.all([admin, second].map((by) => by.delete(`/partDocuments/${_id}`)))
  expect(removed.map((answer) => answer.json().deletedCount).toSorted()).toEqual([0, 1])
  expect((await ann.get(`/partDocuments/${_id}`)).statusCode).toBe(404)
  expect((await change(admin, 'x')).statusCode).toBe(404)
  expect((await admin.post(`/partDocuments/${_id}/finish`)).statusCode).toBe(409)
  expect((await historyOf(part)).map(({ field, before, after }) => [field, before, after])).toEqual([
    ['documents', '["drawing","Drawing, sheet 1"]', ''],
    ['documents', '["drawing","Drawing"]', '["drawing","Drawing, sheet 1"]'],
    ['documents', '', '["drawing","Drawing"]'],
  ])
  expect((await auditOf(part)).map(({ action }) => action)).toEqual(['remove-document', 'change-document', 'add-document'])
})

test('documents and pictures of a removed part are nowhere, and are there again when it is brought back', async () => {
  const [part, other] = [await shop.addPart(), await shop.addPart()]
  const { _id } = await addDocument(shop, admin, part._id)
  const kept = await addDocument(shop, admin, other._id)
  const together = async () => (await ann.get(`/partDocuments?parts=${part._id},${other._id}`)).json<{ partsId: string }[]>()
  expect((await together()).map(({ partsId }) => partsId).toSorted()).toEqual([part._id, other._id].toSorted())

  await admin.delete(`/parts/${part._id}`)

  expect((await ann.get(`/partDocuments/${_id}`)).statusCode).toBe(404)
  expect((await ann.get(`/parts/${part._id}/media`)).statusCode).toBe(404)
  expect(await together()).toEqual([{ partsId: other._id, documents: [kept] }])
  expect((await admin.post(`/parts/${part._id}/documents`, { kind: 'other', title: 'x', fileName: 'x', bytes: 1 })).statusCode).toBe(404)
  await admin.post(`/parts/${part._id}/bring-back`)
  expect((await ann.get(`/partDocuments/${_id}`)).statusCode).toBe(200)
})

test('the sweeper removes removed documents and uploads that were given up, and nothing else', async () => {
  const part = await shop.addPart()
  const [removed, kept] = [
    await addDocument(shop, admin, part._id, { title: 'a' }),
    await addDocument(shop, admin, part._id, { title: 'b' }),
  ]
  await sendDocument(shop, admin, part._id, pdf().subarray(0, -6))
  await admin.delete(`/partDocuments/${removed._id}`)
  const rows = () => shop.db.select().from(partDocuments).where(eq(partDocuments.partId, part._id))
  await sweepDocuments(shop.services)
  expect(await rows()).toHaveLength(3)

  await shop.db
    .update(partDocuments)
    .set({ discardAfter: sql`now() - interval '1 hour'` })
    .where(sql`${partDocuments.discardAfter} is not null`)
  await sweepDocuments(shop.services)

  const [left, ...more] = await rows()
  expect([left!.id, more]).toEqual([kept._id, []])
  const files = await readdir(documentFolder(shop.services.settings.dataDir))
  const names = new Set((await shop.db.select({ name: partDocuments.name }).from(partDocuments)).map(({ name }) => name))
  expect(files.filter((file) => !names.has(file.split('-')[0]!))).toEqual([])
  expect((await ann.get(`/partDocuments/${kept._id}`)).statusCode).toBe(200)
})

test('visitors see neither, buyers change nothing', async () => {
  const part = await shop.addPart()
  const { _id } = await addDocument(shop, admin, part._id)
  for (const path of [`/parts/${part._id}/media`, `/partDocuments/${_id}`, `/partDocuments?parts=${part._id}`]) {
    expect((await shop.visitor.get(path)).statusCode).toBe(401)
  }
  expect((await put(ann, part, [], [])).statusCode).toBe(403)
  expect((await ann.delete(`/partDocuments/${_id}`)).statusCode).toBe(403)
  expect(await shop.db.$count(partPictures, eq(partPictures.partId, part._id))).toBe(0)
})

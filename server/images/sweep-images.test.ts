import { existsSync } from 'node:fs'
import { open, readdir, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { messages } from '#contract/basics/messages.ts'
import { images } from '#database/tables/images.ts'
import { parts } from '#database/tables/parts.ts'
import { pictureFolder } from './image-store.ts'
import { sweepImages } from './sweep-images.ts'
import { openPictureShop, picture, type PictureShop } from '#tests/support/shops/picture-shop.ts'
import { openS3Server, type S3Server } from '#tests/support/doubles/s3-server.ts'

let s3: S3Server
let shop: PictureShop
let bucketShop: PictureShop

beforeAll(async () => {
  s3 = await openS3Server()
  shop = await openPictureShop()
  bucketShop = await openPictureShop(s3.env)
  return () => s3.close()
})

beforeEach(() => {
  s3.always = undefined
})

const nameOf = (url: string) => url.split('/').at(-1) ?? ''
const sweep = (from: PictureShop) => sweepImages({ db: from.db, images: from.images })

async function upload(to: PictureShop): Promise<string> {
  return (await to.upload(await picture(600, 400).png().toBuffer())).json().data.url
}

/** Makes all rows older by a day and an hour. */
async function waitADay(from: PictureShop): Promise<void> {
  const earlier = sql`interval '25 hours'`
  await from.db.update(images).set({
    createdAt: sql`${images.createdAt} - ${earlier}`,
    discardAfter: sql`${images.discardAfter} - ${earlier}`,
  })
  await from.db.update(parts).set({ deletedAt: sql`${parts.deletedAt} - ${earlier}` })
}

async function isThere(from: PictureShop, url: string): Promise<boolean> {
  const rows = await from.db
    .select()
    .from(images)
    .where(eq(images.name, nameOf(url)))
  const answer = await from.app.inject(url)
  expect(answer.statusCode).toBe(rows.length === 1 ? 200 : 404)
  return rows.length === 1
}

test('a picture without a part is removed after a day, in all its widths', async () => {
  const url = await upload(shop)

  await sweep(shop)
  expect(await isThere(shop, url)).toBe(true)
  await waitADay(shop)
  await sweep(shop)

  expect(await isThere(shop, url)).toBe(false)
  const folder = pictureFolder(shop.services.settings.dataDir)
  for (const path of [nameOf(url), `480/${nameOf(url)}`, `960/${nameOf(url)}`]) {
    expect(existsSync(join(folder, path))).toBe(false)
  }
  expect((await shop.addPartWith(url)).statusCode).toBe(400)
})

test('the picture of a part stays; it is removed a day after the part was', async () => {
  const url = await upload(shop)
  const part = (await shop.addPartWith(url)).json().insertedId
  await waitADay(shop)

  await sweep(shop)
  expect(await isThere(shop, url)).toBe(true)
  await shop.uploader.delete(`/parts/${part}`)
  await sweep(shop)
  expect(await isThere(shop, url)).toBe(true)
  await waitADay(shop)
  await sweep(shop)

  expect(await isThere(shop, url)).toBe(false)
})

test('the picture of an order stays, also when its part is discontinued', async () => {
  const url = await upload(shop)
  const part = await shop.addPart({ img: url })
  await shop.placeOrder(await shop.customer(), part)
  await shop.uploader.delete(`/parts/${part._id}`)
  await waitADay(shop)

  await sweep(shop)

  expect(await isThere(shop, url)).toBe(true)
})

test('repeated and concurrent sweeps are harmless', async () => {
  const kept = await upload(shop)
  await shop.addPartWith(kept)
  const unused = await Promise.all([upload(shop), upload(shop), upload(shop)])
  await waitADay(shop)

  const removed = await Promise.all([sweep(shop), sweep(shop), sweep(shop)])

  expect(removed.reduce((sum, one) => sum + one, 0)).toBe(unused.length)
  expect(await sweep(shop)).toBe(0)
  expect(await isThere(shop, kept)).toBe(true)
})

test('a part that takes a picture during a sweep keeps it, or is told to upload again', async () => {
  for (let round = 0; round < 15; round += 1) {
    const url = await upload(shop)
    await waitADay(shop)

    const [added] = await Promise.all([shop.addPartWith(url), sweep(shop)])

    expect(await isThere(shop, url)).toBe(added.statusCode === 200)
  }
})

test('files left by an interrupted upload are removed from the bucket', async () => {
  const before = await bucketShop.db.select().from(images)
  s3.next = [undefined, undefined]
  s3.always = 'refusal'
  await bucketShop.upload(await picture().png().toBuffer())
  s3.always = undefined
  expect((await s3.keys()).length).toBeGreaterThan(0)

  await sweep(bucketShop)
  expect((await s3.keys()).length).toBeGreaterThan(0)
  await waitADay(bucketShop)
  await sweep(bucketShop)

  expect(await s3.keys()).toEqual([])
  expect(await bucketShop.db.select().from(images)).toEqual(before)
})

test('while the store is down no row is lost, and the next run continues (60)', async () => {
  const url = await upload(bucketShop)
  await waitADay(bucketShop)
  s3.always = 'reset'

  await expect(sweep(bucketShop)).rejects.toMatchObject({ code: 'IMAGE_STORE_UNAVAILABLE' })
  expect(await bucketShop.db.select().from(images)).toHaveLength(1)
  expect((await bucketShop.addPartWith(url)).statusCode).toBe(400)
  s3.always = undefined
  expect(await sweep(bucketShop)).toBe(1)

  expect(await s3.keys()).toEqual([])
})

test('the folder has no partly written file (60)', async () => {
  await upload(shop)

  const files = await readdir(pictureFolder(shop.services.settings.dataDir), { recursive: true })

  expect(files.filter((file) => !file.endsWith('.webp'))).toEqual(expect.arrayContaining(['480', '960']))
  expect(files.filter((file) => file.endsWith('.part'))).toEqual([])
})

test('on a full disk an upload is refused with a message and leaves nothing (60)', async () => {
  await upload(shop)
  const [usable, files] = [await shop.usablePictures(), await allFiles(shop)]
  const full = await fillDisk()

  const answer = await shop.upload(await picture().png().toBuffer())
  expect(full).toHaveBeenCalled()
  full.mockRestore()

  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'IMAGE_STORE_UNAVAILABLE', message: messages.imageStoreUnavailable })
  expect(await shop.usablePictures()).toBe(usable)
  expect(await allFiles(shop)).toEqual(files)
  expect(shop.logged.join('')).toContain('the folder of pictures cannot be used (ENOSPC)')
})

/** From now on the disk accepts only the first half of each file. */
async function fillDisk() {
  const anyFile = await open(new URL(import.meta.url))
  const files = Object.getPrototypeOf(anyFile) as FileHandle
  await anyFile.close()
  return vi.spyOn(files, 'writeFile').mockImplementation(async function writeHalf(this: FileHandle, bytes) {
    await this.write(bytes as Buffer, 0, (bytes as Buffer).length >> 1)
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
}

const allFiles = ({ services }: PictureShop) => readdir(pictureFolder(services.settings.dataDir), { recursive: true })

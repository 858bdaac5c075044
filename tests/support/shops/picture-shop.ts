import { randomBytes } from 'node:crypto'
import { and, count, isNull } from 'drizzle-orm'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import sharp from 'sharp'
import { images } from '#database/tables/images.ts'
import { buildApp } from '#server/app.ts'
import type { ImageStore } from '#server/images/image-store.ts'
import { chooseImageStore } from '#server/run/startup/choose-services.ts'
import { afterTheFile } from '../runner/after-the-file.ts'
import { openShop, type Client, type Customer, type TestShop } from './open-shop.ts'

/** A shop whose pictures are stored by its variables, with its log. */
export type PictureShop = TestShop & {
  uploader: Customer
  images: ImageStore
  logged: string[]
  upload(bytes: Buffer, options?: UploadOptions): Promise<LightMyRequestResponse>
  /** Number of pictures that a part could have. */
  usablePictures(): Promise<number>
  addPartWith(img: string): ReturnType<Client['post']>
}

export async function openPictureShop(env: NodeJS.ProcessEnv = {}): Promise<PictureShop> {
  const shop = await openShop({ env })
  const logged: string[] = []
  const store = chooseImageStore(shop.services.settings)
  const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) })
  const services = { ...shop.services, images: store, log }
  const app = await buildApp(services)
  afterTheFile(() => app.close())
  const uploader = await shop.admin()
  return {
    ...shop,
    app,
    services,
    uploader,
    images: store,
    logged,
    upload: (bytes, options) => uploadPicture(app, uploader.token, bytes, options),
    async usablePictures() {
      const [row] = await shop.db
        .select({ pictures: count() })
        .from(images)
        .where(and(isNull(images.discardAfter)))
      return row!.pictures // count yields one row
    },
    addPartWith: (img) =>
      app.inject({
        method: 'POST',
        url: '/api/parts',
        headers: { authorization: `Bearer ${uploader.token}` },
        payload: { name: 'Tuner', price: '2.5', available: 5_000, description: 'A tuner.', img },
      }),
  }
}

export type UploadOptions = { field?: string; name?: string; type?: string }

/** Uploads as the form of the Add Parts screen does. */
export function uploadPicture(
  app: FastifyInstance,
  token: string,
  bytes: Buffer,
  options: UploadOptions = {},
): Promise<LightMyRequestResponse> {
  const { headers, payload } = multipartOf(bytes, options)
  return app.inject({ method: 'POST', url: '/api/images', headers: { authorization: `Bearer ${token}`, ...headers }, payload })
}

/** A multipart body with one file. */
export function multipartOf(bytes: Buffer, { field = 'image', name = 'picture.png', type }: UploadOptions = {}) {
  const boundary = randomBytes(8).toString('hex')
  const disposition = `Content-Disposition: form-data; name="${field}"; filename="${name}"`
  const head = [`--${boundary}`, disposition, ...(type ? [`Content-Type: ${type}`] : []), '', ''].join('\r\n')
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** Pixels to make test pictures of. */
export const picture = (width = 1_200, height = 900) => sharp({ create: { width, height, channels: 3, background: '#123456' } })

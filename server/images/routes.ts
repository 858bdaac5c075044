import multipart from '@fastify/multipart'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { fetchedImageCalls } from '#contract/parts/fetched-images.ts'
import { imageCalls } from '#contract/parts/images.ts'
import { IMAGE_MAX_BYTES, IMAGE_WIDTHS } from '#contract/basics/limits.ts'
import { returnCalls } from '#contract/orders/returns.ts'
import { messages } from '#contract/basics/messages.ts'
import { invalidField, ShopError } from '../errors.ts'
import { standingOf, type Caller } from '../platform/http/caller.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { fetchImage } from './fetch-image.ts'
import { knowReturnPictures, maySeeReturnPicture, privatePictures } from './private-pictures.ts'
import { storeImage } from './store-image.ts'
import { limitConcurrency } from '../platform/limits/limit-concurrency.ts'

/** Uploads that are received or queued for the decoder at the same time; each holds up to 8 MB. */
const UPLOADS_AT_ONCE = 8
/** Of them by customers, so that the shop's people always have room. */
const UPLOADS_OF_CUSTOMERS = 6

/** Pictures that are fetched from other servers at the same time, each up to 8 MB, and that wait for it. */
const FETCHES_AT_ONCE = 4
const FETCHES_WAITING = 16

/** Stores a picture for a return of the caller's own order; given by the returns, which know what can be returned. */
export type UploadReturnPicture = (services: Services, buyer: Caller, orderId: string, read: () => Promise<Buffer>) => Promise<string>

export const imageRoutes =
  (services: Services, uploadReturnPicture: UploadReturnPicture): FastifyPluginAsync =>
  async (app) => {
    const { db, identity, images: store } = services
    // At trace level the form reader logs the request's headers, including the access token.
    if (app.log.level === 'trace') app.addHook('onRoute', (route) => void (route.logLevel = 'debug'))
    await app.register(multipart, {
      limits: { fileSize: IMAGE_MAX_BYTES, files: 1, parts: 10, fields: 5, fieldSize: 1_000 },
    })
    // An upload mostly waits for its sender and the decoder, not for the database.
    app.addHook('onRoute', (route) => void (route.config = { ...route.config, connections: 0, uploadBytes: IMAGE_MAX_BYTES }))
    const admitted = limitConcurrency({ places: UPLOADS_AT_ONCE, waiting: 0 })
    const ofCustomers = limitConcurrency({ places: UPLOADS_OF_CUSTOMERS, waiting: 0 })
    const admittedFor = <T>(caller: Caller, work: () => Promise<T>) =>
      standingOf(caller) === 'staff' ? admitted(work) : ofCustomers(() => admitted(work))
    registerCall(app, imageCalls.upload, ({ request, caller }) =>
      admittedFor(caller, async () => {
        await identity.countAttempt('upload', caller.userId)
        return { success: true, data: { url: await storeImage({ db, store }, await uploadedFile(request), caller.userId) } }
      }),
    )
    registerCall(app, returnCalls.uploadPicture, ({ request, params, caller }) =>
      admittedFor(caller, async () => {
        await identity.countAttempt('return-picture', caller.userId)
        return { success: true, data: { url: await uploadReturnPicture(services, caller, params.id, () => uploadedFile(request)) } }
      }),
    )
    const fetching = limitConcurrency({ places: FETCHES_AT_ONCE, waiting: FETCHES_WAITING })
    registerCall(app, fetchedImageCalls.fetch, ({ body, caller }) =>
      fetching(async () => {
        await identity.countAttempt('upload', caller.userId)
        return { url: await fetchImage(services, body.url, caller.userId) }
      }),
    )
  }

/**
 * The bytes of the one file in the field `image`.
 * @throws ShopError MALFORMED_BODY for an invalid or incomplete form; the form reader's own error for a limit.
 */
async function uploadedFile(request: FastifyRequest): Promise<Buffer> {
  const file = await readForm(whileConnected(request, request.file()))
  if (!file) throw invalidField('image', messages.partPictureRequired)
  const bytes = await readForm(whileConnected(request, file.toBuffer()))
  if (file.fieldname !== 'image') throw invalidField('image', messages.partPictureRequired)
  return bytes
}

/** The form reader gets no event of a connection that closed before it began to read: its promise would never settle, and keep a slot. */
function whileConnected<T>({ raw }: FastifyRequest, reading: Promise<T>): Promise<T> {
  const hungUp = new Promise<never>((_, reject) => {
    const giveUp = () => raw.readableAborted && reject(new ShopError('MALFORMED_BODY'))
    giveUp()
    raw.once('close', giveUp)
  })
  return Promise.race([reading, hungUp])
}

/** The form reader's limits have an error code; an error without one is an unreadable form. */
async function readForm<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    throw error instanceof Error && 'code' in error ? error : new ShopError('MALFORMED_BODY')
  }
}

const NAME = /^[0-9a-f]{32}\.webp$/
const WIDTHS = new Set<string>(IMAGE_WIDTHS.map(String))

/** A name never gets other bytes. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** After the session has ended, nobody sees it in the same browser. */
const PRIVATE = 'private, no-store'

/** Browsers redirected to the bucket's public address ask again after this time, so that the address can change. */
const REDIRECT_CACHE = 'public, max-age=3600'

/**
 * The pictures, below /images. A name never gets other bytes, so browsers may cache them without limit. Those of returns are for the
 * buyer and the shop's people alone, by their session.
 */
export const pictureRoutes =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
    const { images: store, db } = services
    const isOfReturn = knowReturnPictures(db)
    const answer = async (request: FastifyRequest, reply: FastifyReply, name: string, key: string): Promise<FastifyReply> => {
      const isPrivate = await isOfReturn(name)
      if (isPrivate && !(await maySeeReturnPicture(services, request, name))) throw new ShopError('NOT_FOUND')
      const found = (isPrivate ? await privatePictures(services).read(key) : undefined) ?? (await store.read(key))
      if (!found) throw new ShopError('NOT_FOUND')
      if (found instanceof URL) return reply.header('cache-control', isPrivate ? PRIVATE : REDIRECT_CACHE).redirect(found.href, 302)
      return reply
        .header('cache-control', isPrivate ? PRIVATE : FOR_GOOD)
        .type('image/webp')
        .send(found)
    }
    app.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode !== 200) return
      reply.header('content-security-policy', "sandbox; default-src 'none'")
    })
    const route = { config: { policy: 'public', knowsCaller: true, scopes: ['orders:read'] } } as const
    app.get<{ Params: { name: string } }>('/images/:name', route, async (request, reply) => {
      const { name } = request.params
      if (!NAME.test(name)) throw new ShopError('NOT_FOUND')
      return answer(request, reply, name, name)
    })
    app.get<{ Params: { width: string; name: string } }>('/images/:width/:name', route, async (request, reply) => {
      const { params } = request
      if (!WIDTHS.has(params.width) || !NAME.test(params.name)) throw new ShopError('NOT_FOUND')
      return answer(request, reply, params.name, `${params.width}/${params.name}`)
    })
  }

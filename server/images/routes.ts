import multipart from '@fastify/multipart'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { imageCalls } from '#contract/images.ts'
import { IMAGE_MAX_BYTES, IMAGE_WIDTHS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { invalidField, ShopError } from '../errors.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import { storeImage } from './store-image.ts'

/** The upload call. */
export const imageRoutes =
  ({ db, images: store }: Services): FastifyPluginAsync =>
  async (app) => {
    await app.register(multipart, {
      limits: { fileSize: IMAGE_MAX_BYTES, files: 1, parts: 10, fields: 5, fieldSize: 1_000 },
    })
    serve(app, imageCalls.upload, async ({ request, caller }) => ({
      success: true,
      data: { url: await storeImage({ db, store }, await uploadedFile(request), caller.userId) },
    }))
  }

/** The bytes of the one file in the field `image`. */
async function uploadedFile(request: FastifyRequest): Promise<Buffer> {
  const file = await request.file()
  if (!file) throw invalidField('image', messages.partPictureRequired)
  const bytes = await file.toBuffer()
  if (file.fieldname !== 'image') throw invalidField('image', messages.partPictureRequired)
  return bytes
}

const NAME = /^[0-9a-f]{32}\.webp$/
const WIDTHS = new Set<string>(IMAGE_WIDTHS.map(String))

/** The pictures themselves, below /images. A name never comes again with other bytes, so browsers may keep it for good. */
export const pictureRoutes =
  ({ images: store }: Services): FastifyPluginAsync =>
  async (app) => {
    const answer = async (key: string): Promise<Buffer> => {
      const bytes = await store.read(key)
      if (!bytes) throw new ShopError('NOT_FOUND')
      return bytes
    }
    app.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode !== 200) return
      reply.header('content-security-policy', "sandbox; default-src 'none'")
      reply.header('cache-control', 'public, max-age=31536000, immutable')
    })
    const route = { config: { policy: 'public' } } as const
    app.get<{ Params: { name: string } }>('/images/:name', route, async ({ params: { name } }, reply) => {
      if (!NAME.test(name)) throw new ShopError('NOT_FOUND')
      return reply.type('image/webp').send(await answer(name))
    })
    app.get<{ Params: { width: string; name: string } }>('/images/:width/:name', route, async ({ params }, reply) => {
      if (!WIDTHS.has(params.width) || !NAME.test(params.name)) throw new ShopError('NOT_FOUND')
      return reply.type('image/webp').send(await answer(`${params.width}/${params.name}`))
    })
  }

import { ShopError } from '../errors.ts'
import { encodePicture } from './encode-picture.ts'
import type { EncoderReply, EncoderRequest } from './encoder.ts'

const reply = (answer: EncoderReply) => process.send?.(answer)

process.on('message', async ({ id, name, bytes }: EncoderRequest) => {
  try {
    reply({ id, encoded: await encodePicture(name, bytes) })
  } catch (error) {
    reply({ id, code: error instanceof ShopError ? error.code : 'INTERNAL' })
  }
})

// Ctrl-C and service managers signal the whole process group; the shop ends this process after its requests.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())

import { ShopError } from '../errors.ts'
import { encodePicture } from './encode-picture.ts'
import type { EncoderReply, EncoderRequest } from './encoder.ts'

/** The process behind `openEncoder`. */

const reply = (answer: EncoderReply) => process.send?.(answer)

process.on('message', async ({ id, name, bytes }: EncoderRequest) => {
  try {
    reply({ id, encoded: await encodePicture(name, bytes) })
  } catch (error) {
    reply({ id, code: error instanceof ShopError ? error.code : 'INTERNAL' })
  }
})

// Ctrl-C and a service manager tell the whole group of processes; the shop ends this one once its requests are done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())

import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { Database } from '#database/connect.ts'
import { keepAuthSecret } from './identity/keep-auth-secret.ts'
import { folderImageStore, type ImageStore } from './images/image-store.ts'
import { folderTransport } from './mail/folder-transport.ts'
import type { MailTransport } from './mail/transport.ts'
import type { PaymentProvider } from './payments/provider.ts'
import { openSandbox } from './payments/sandbox/sandbox.ts'
import { sandboxRoutes } from './payments/sandbox/routes.ts'
import type { Settings } from './settings/settings.ts'

/*
 * Which outside services this shop uses: the real one where its variables are set, else the built-in part.
 */

export type ChosenPayments = {
  provider: PaymentProvider
  /** Calls that only this provider has. */
  routes: FastifyPluginAsync[]
  /** Begins what needs the shop's own address; the answer ends it. */
  start(address: string): () => Promise<void>
}

export async function choosePayments(parts: {
  db: Database
  log: FastifyBaseLogger
  settings: Settings
}): Promise<ChosenPayments> {
  const { db, log, settings } = parts
  const sandbox = openSandbox({ db, log, secrets: [await sandboxWebhookSecret(settings)] })
  return {
    provider: sandbox.provider,
    routes: [sandboxRoutes(sandbox)],
    start: (address) => sandbox.startDelivery(`${address}/api/payment-webhook`),
  }
}

/** The same for every shop process with the same secret, and good for nothing else. */
async function sandboxWebhookSecret(settings: Settings): Promise<string> {
  const secret = settings.authSecret ?? (await keepAuthSecret(settings.dataDir))
  return createHmac('sha256', secret).update('sandbox webhook').digest('hex')
}

/** Where trial mode puts mails. */
export const mailFolder = (settings: Settings) => join(settings.dataDir, 'mail')

export function chooseMailTransport(settings: Settings, say: (line: string) => void): MailTransport {
  return folderTransport(mailFolder(settings), (to, path) => say(`Mail for ${to}: ${path}`))
}

export function chooseImageStore(settings: Settings): ImageStore {
  return folderImageStore(join(settings.dataDir, 'images'))
}

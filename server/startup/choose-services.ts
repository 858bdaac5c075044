import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { Database } from '#database/connect.ts'
import { keepAuthSecret } from '../identity/keep-auth-secret.ts'
import { imageHost } from '../images/image-host.ts'
import { besidesFolder, folderImageStore, pictureFolder, type ImageStore } from '../images/image-store.ts'
import { s3ImageStore } from '../images/s3-store.ts'
import { folderTransport } from '../mail/folder-transport.ts'
import { smtpTransport } from '../mail/smtp-transport.ts'
import type { MailTransport } from '../mail/transport.ts'
import { receiveMissedEvents } from '../payments/payment-inbox.ts'
import type { PaymentProvider } from '../payments/provider.ts'
import { sandboxRoutes } from '../payments/sandbox/routes.ts'
import { openSandbox } from '../payments/sandbox/sandbox.ts'
import type { StripeSettings } from '../payments/stripe/connect-stripe.ts'
import { takesTestCards } from '../settings/services.ts'
import type { Settings } from '../settings/settings.ts'
import { startJobs } from './jobs.ts'

/** After the first look at the start. */
const MISSED_EVENTS_EVERY_MS = 60 * 60_000

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
  if (settings.payments.provider === 'stripe') return stripePayments(parts, settings.payments)
  const sandbox = openSandbox({ db, log, secrets: [await sandboxWebhookSecret(settings)] })
  return {
    provider: sandbox.provider,
    routes: [sandboxRoutes(sandbox)],
    start: (address) => sandbox.startDelivery(`${address}/api/payment-webhook`),
  }
}

/** Messages that Stripe could not deliver are fetched at the start, after which Stripe may be silent about them. */
async function stripePayments(
  { db, log, settings }: { db: Database; log: FastifyBaseLogger; settings: Settings },
  stripe: StripeSettings,
): Promise<ChosenPayments> {
  if (settings.mode === 'production' && takesTestCards(stripe)) {
    // Not a line of the log, which may be set to errors alone.
    process.stdout.write('STRIPE_ALLOW_TEST_KEYS is set: test cards make orders paid, and no money moves.\n')
  }
  const { stripeProvider } = await import('../payments/stripe/stripe.ts')
  const provider = stripeProvider(stripe)
  const run = () => receiveMissedEvents({ db, payments: provider })
  return {
    provider,
    routes: [],
    start: () => startJobs([{ name: 'undelivered payment messages', everyMs: MISSED_EVENTS_EVERY_MS, run }], log).stop,
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
  const { mail, shopName, shopUrl } = settings
  if (mail.transport === 'smtp') return smtpTransport({ mail, shopName, shopUrl })
  return folderTransport(mailFolder(settings), (to, path) => say(`Mail for ${to}: ${path}`))
}

export function chooseImageStore(settings: Settings): ImageStore {
  const folder = folderImageStore(pictureFolder(settings.dataDir))
  const { pictures } = settings
  if (pictures.store === 'folder') return folder
  return besidesFolder(pictures.store === 's3' ? s3ImageStore(pictures) : imageHost(pictures), folder)
}

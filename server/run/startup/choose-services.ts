import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { Database } from '#database/connect.ts'
import { keepAuthSecret } from '../../identity/keep-auth-secret.ts'
import { imageHost } from '../../images/image-host.ts'
import { besidesFolder, folderImageStore, pictureFolder, type ImageStore } from '../../images/image-store.ts'
import { s3ImageStore } from '../../images/s3-store.ts'
import { folderTransport, mailFolder } from '../../mail/folder-transport.ts'
import { smtpTransport } from '../../mail/smtp-transport.ts'
import type { MailTransport } from '../../mail/transport.ts'
import { receiveMissedEvents } from '../../payment-events/payment-inbox.ts'
import type { PaymentProvider } from '../../payments/provider.ts'
import { sandboxRoutes } from '../../payments/sandbox/routes.ts'
import { openSandbox } from '../../payments/sandbox/sandbox.ts'
import type { StripeSettings } from '../../platform/stripe/connect-stripe.ts'
import { takesTestCards } from '../../platform/settings/services.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { startJobs } from '../../platform/jobs/jobs.ts'

/** After the first check at the start. */
const MISSED_EVENTS_EVERY_MS = 60 * 60_000

// External services of this shop: the real one if its variables are set, else the built-in one.

export type ChosenPayments = {
  provider: PaymentProvider
  routes: FastifyPluginAsync[]
  /** Starts what needs the shop's own address; the returned function ends it. */
  start(address: string): () => Promise<void>
}

export async function choosePayments(parts: { db: Database; log: FastifyBaseLogger; settings: Settings }): Promise<ChosenPayments> {
  const { db, log, settings } = parts
  if (settings.payments.provider === 'stripe') return stripePayments(parts, settings.payments)
  const { feeBp } = settings.payments
  const sandbox = openSandbox({ db, log, secrets: [await sandboxWebhookSecret(settings)], feeBp })
  return {
    provider: sandbox.provider,
    routes: [sandboxRoutes(db, sandbox)],
    start: (address) => sandbox.startDelivery(`${address}/api/payment-webhook`),
  }
}

/** Fetches undelivered messages at the start, because Stripe may not retry them afterwards. */
async function stripePayments(
  { db, log, settings }: { db: Database; log: FastifyBaseLogger; settings: Settings },
  stripe: StripeSettings,
): Promise<ChosenPayments> {
  if (settings.mode === 'production' && takesTestCards(stripe)) {
    // Printed, because the log level may hide it.
    process.stdout.write('STRIPE_ALLOW_TEST_KEYS is set: test cards make orders paid, and no money moves.\n')
  }
  const { stripeProvider } = await import('../../payments/stripe/stripe.ts')
  const provider = stripeProvider(stripe)
  const run = () => receiveMissedEvents({ db, payments: provider })
  return {
    provider,
    routes: [],
    start: () => startJobs([{ name: 'undelivered payment messages', everyMs: MISSED_EVENTS_EVERY_MS, run }], log).stop,
  }
}

/** The same for every process with the same secret, and used for nothing else. */
async function sandboxWebhookSecret(settings: Settings): Promise<string> {
  const secret = settings.authSecret ?? (await keepAuthSecret(settings.dataDir))
  return createHmac('sha256', secret).update('sandbox webhook').digest('hex')
}

export function chooseMailTransport(settings: Settings, say: (line: string) => void): MailTransport {
  const { mail, shopUrl } = settings
  if (mail.transport === 'smtp') {
    return smtpTransport({
      mail,
      shopUrl,
      // It can change while the shop runs.
      get shopName() {
        return settings.shopName
      },
    })
  }
  return folderTransport(mailFolder(settings), (to, path) => say(`Mail for ${to}: ${path}`))
}

export function chooseImageStore(settings: Settings): ImageStore {
  const folder = folderImageStore(pictureFolder(settings.dataDir))
  const { pictures } = settings
  if (pictures.store === 'folder') return folder
  return besidesFolder(pictures.store === 's3' ? s3ImageStore(pictures) : imageHost(pictures), folder)
}

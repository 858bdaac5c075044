import { checkSignIn } from '../../identity/external/check-sign-in.ts'
import { checkPictures } from '../../images/check-pictures.ts'
import { checkSmtp } from '../../mail/check-smtp.ts'
import { checkStripe } from '../../payments/stripe/check-stripe.ts'
import { takesTestCards } from '../../platform/settings/services.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { describeDatabase, findDatabaseFaults } from '../../platform/database/open-database.ts'

type Finding = { service: string; configured: string; problem: string | undefined }

/** Checks each configured service, one line each. Sells, charges and mails nothing; no line contains a secret. */
export async function checkShop(settings: Settings): Promise<Finding[]> {
  const { payments, mail, pictures, google, oidc } = settings
  const issuers = [google && 'Google', oidc?.name].filter((name) => name !== undefined)
  const isTrial = settings.mode === 'trial'
  // In trial mode Stripe's command line tool forwards the webhook messages.
  const webhookUrl = isTrial ? undefined : `${settings.shopUrl}/api/payment-webhook`
  return Promise.all([
    finding('Shop', `${settings.mode} at ${settings.shopUrl}`, async () => undefined),
    finding('Database', describeDatabase(settings), async () => (await findDatabaseFaults(settings)).join(' ') || undefined),
    payments.provider === 'stripe'
      ? finding('Cards', takesTestCards(payments) ? 'Stripe, test cards: no money moves' : 'Stripe', () =>
          checkStripe(payments, webhookUrl),
        )
      : finding('Cards', 'sandbox, no money moves', async () => undefined),
    mail.transport === 'smtp'
      ? finding('Mail', 'SMTP', () => checkSmtp(settings))
      : finding('Mail', `files in ${settings.dataDir}/mail`, async () => undefined),
    finding('Pictures', pictureStores[pictures.store], () => checkPictures(settings)),
    finding('Sign-in', issuers.length > 0 ? issuers.join(', ') : `password${isTrial ? ', sample issuer' : ''}`, () =>
      checkSignIn(settings),
    ),
  ])
}

const pictureStores = { folder: 'files in DATA_DIR', s3: 'S3-compatible store', host: 'image host' } as const

async function finding(service: string, configured: string, check: () => Promise<string | undefined>): Promise<Finding> {
  try {
    return { service, configured, problem: await check() }
  } catch (error) {
    return { service, configured, problem: error instanceof Error ? firstLine(error.message) : 'unknown' }
  }
}

const firstLine = (text: string) => text.split('\n')[0] ?? ''

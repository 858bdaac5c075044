import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#database/connect.ts'
import type { Identity } from './identity/identity.ts'
import type { Settings } from './platform/settings/settings.ts'
import type { FileStore, ImageStore } from './images/image-store.ts'
import type { MailTransport } from './mail/transport.ts'
import type { PaymentProvider } from './payments/provider.ts'
import type { Readers } from './platform/reading/open-readers.ts'
import type { TaxServices } from './taxes/tax-services.ts'

/** Dependencies of the verbs, chosen once in `serve-shop.ts` or by a test. */
export type Services = {
  db: Database
  settings: Settings
  log: FastifyBaseLogger
  identity: Identity
  payments: PaymentProvider
  taxes: TaxServices
  images: ImageStore
  /** Bytes of the documents of parts, in pieces. */
  documents: FileStore
  mailTransport: MailTransport
  /** For what strangers write. */
  readers: Readers
}

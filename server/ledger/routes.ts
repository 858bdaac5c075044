import type { FastifyInstance } from 'fastify'
import type { BookSettings } from '#contract/payments/charts.ts'
import { ledgerCalls, type BookFormat } from '#contract/payments/ledger.ts'
import { payoutCalls } from '#contract/payments/payouts.ts'
import { transaction } from '#database/transaction.ts'
import { sendFile } from '../platform/documents/send-file.ts'
import { listPayouts, readPayout } from '../payouts/list-payouts.ts'
import { writePayoutLines } from '../payouts/write-payout-lines.ts'
import { limitDocuments } from '../platform/documents/limit-documents.ts'
import { readCall, registerCall, routeOf } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { readBookSettings, saveBookSettings } from './book-settings.ts'
import { readAccountSheet, readTrialBalance } from './read-balances.ts'
import { writeBooksFile } from './write-books-file.ts'

/** Memory in bytes of a file while it is written and sent. */
const SENDING_BYTES = 4 * 1024 * 1024

function nameOf(format: BookFormat, month: string): string {
  if (format === 'datev') return `EXTF_Buchungsstapel_${month}.csv`
  return format === 'payouts' ? `payouts-${month}.csv` : `books-${month}.${format}`
}

export async function ledgerRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  registerCall(app, ledgerCalls.trialBalance, ({ query }) => readTrialBalance(db, query))
  registerCall(app, ledgerCalls.sheet, ({ params, query }) => readAccountSheet(db, params.account, query))
  registerCall(app, payoutCalls.all, ({ query }) => listPayouts(db, query))
  registerCall(app, payoutCalls.one, ({ params, query }) => readPayout(db, params.id, query))
  registerCall(app, ledgerCalls.settings, () => readBookSettings(db))
  registerCall(app, ledgerCalls.saveSettings, async ({ body, caller }) => ({
    modifiedCount: await transaction(db, (tx) => saveBookSettings(tx, caller, body as BookSettings)),
  }))
}

/** As with other files, an account has one at a time. DATEV recognises a batch by the beginning of its name. */
export async function bookFileRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  limitDocuments(app, { alsoCsv: true })
  const route = routeOf(ledgerCalls.file)
  app.route({
    ...route,
    config: { ...route.config, streamed: true },
    handler: (request, reply) => {
      const { format, month } = readCall<typeof ledgerCalls.file>(request, reply).query
      app.holdBytes(request, reply, SENDING_BYTES)
      const bytes = format === 'payouts' ? writePayoutLines(db, month) : writeBooksFile(db, format, month)
      return sendFile(reply, bytes, { name: nameOf(format, month), format })
    },
  })
}

import type { FastifyBaseLogger } from 'fastify'
import Type from 'typebox'
import { Value } from 'typebox/value'
import type { Database } from '#database/connect.ts'
import { sqlState } from '#database/sql-state.ts'
import { startJobs } from '../../platform/jobs/jobs.ts'
import { ProviderUnavailable } from '../../errors.ts'
import { chargeLimits, type Intent, type PaymentProvider, type ProviderEvent } from '../provider.ts'
import {
  cancelSandboxIntent,
  findSandboxCard,
  findSandboxIntent,
  finishSlowPayments,
  openSandboxIntent,
  succeedCanceledIntent,
} from './books.ts'
import { findSandboxPayout, listSandboxPayoutLines, listSandboxPayouts, paySandboxOut, USUAL_FEE_BP } from './payouts.ts'
import { createSandboxRefund, findSandboxReturns, finishSlowRefunds, listSandboxReturns, refundSandboxIntent } from './returns.ts'
import { LONGEST_NAME, readSignedEvent } from '../read-signed-event.ts'
import { noFaults, type SandboxFaults } from './faults.ts'
import { deliverSandboxEvents, SANDBOX_SIGNATURE_HEADER } from './webhooks.ts'

const SLOW_MS = 3_000
const DELIVERY_INTERVAL_MS = 500
/** Only the first check of a day pays out. */
const PAYOUT_INTERVAL_MS = 300_000

type SandboxSettings = {
  db: Database
  log: FastifyBaseLogger
  /** Secrets of the webhook's signature: the first signs, all are accepted. */
  secrets: readonly [string, ...string[]]
  slowMs?: number
  /** Hundredths of a percent of each payment. */
  feeBp?: number
}

/** The card processor of trial mode. It behaves as an external company does and delivers its messages over HTTP. */
export type Sandbox = {
  provider: PaymentProvider
  /** Settles slow payments and refunds after `slowMs`. */
  settle(): Promise<void>
  /** Pays out what moved before a day ('YYYY-MM-DD'), and marks earlier payouts as arrived. */
  payOut(day: string): Promise<void>
  faults: SandboxFaults
  /** One round of deliveries to the shop's webhook; returns the number delivered. */
  deliverEvents(webhookUrl: string): Promise<number>
  /** Delivers twice a second until the returned function is called and has finished. */
  startDelivery(webhookUrl: string): () => Promise<void>
}

export function openSandbox({ db, log, secrets, slowMs = SLOW_MS, feeBp = USUAL_FEE_BP }: SandboxSettings): Sandbox {
  const faults = noFaults()
  const ask = <T>(work: () => Promise<T>) => answerOrFail(faults, work)
  const said = (intent: Intent): Intent => ({ ...intent, ...faults.lie })

  const settle = async () => {
    await finishSlowPayments(db, slowMs)
    await finishSlowRefunds(db, slowMs)
  }
  const deliverEvents = async (webhookUrl: string) => {
    await settle()
    return deliverSandboxEvents({ db, log, secrets, faults }, webhookUrl)
  }

  const payOut = (day: string) => paySandboxOut(db, day, feeBp)

  return {
    faults,
    provider: {
      provider: 'sandbox',
      publishableKey: '',
      ...chargeLimits,
      signatureHeader: SANDBOX_SIGNATURE_HEADER,
      openIntent: (request) =>
        ask(async () => {
          if (request.attempt === faults.brokenAttempt) throw new ProviderUnavailable('stored', { stored: true })
          return said(await openSandboxIntent(db, request))
        }),
      findIntent: (intentId) =>
        ask(async () => {
          await settle()
          const intent = await findSandboxIntent(db, intentId)
          return intent && said(intent)
        }),
      findCard: (intentId) => ask(() => findSandboxCard(db, intentId)),
      cancelIntent: (intentId) =>
        ask(async () => {
          const intent = await cancelSandboxIntent(db, intentId)
          if (faults.succeedAfterCancel) await succeedCanceledIntent(db, intentId)
          return intent && said(intent)
        }),
      refundIntent: (intentId) => ask(() => refundSandboxIntent(db, intentId)),
      createRefund: (request) => ask(() => createSandboxRefund(db, request)),
      findReturns: (intentId) =>
        ask(async () => {
          await settle()
          return findSandboxReturns(db, intentId)
        }),
      listReturns: (since) =>
        ask(async () => {
          await settle()
          return listSandboxReturns(db, since)
        }),
      findPayout: (payoutId) => ask(() => findSandboxPayout(db, payoutId)),
      listPayouts: (since) => ask(() => listSandboxPayouts(db, since)),
      listPayoutLines: (payoutId) => ask(() => listSandboxPayoutLines(db, payoutId)),
      readEvent: (body, signature) => readSignedEvent(body, signature, secrets, toProviderEvent),
    },
    settle,
    payOut,
    deliverEvents,
    startDelivery: (webhookUrl) =>
      startJobs(
        [
          { name: 'sandbox messages', everyMs: DELIVERY_INTERVAL_MS, run: () => deliverEvents(webhookUrl) },
          { name: 'sandbox payouts', everyMs: PAYOUT_INTERVAL_MS, run: () => payOut(new Date().toISOString().slice(0, 10)) },
        ],
        log,
      ).stop,
  }
}

/** A database error counts as a server error of the processor. */
async function answerOrFail<T>(faults: SandboxFaults, work: () => Promise<T>): Promise<T> {
  if (faults.unavailable === 'refuse') throw new ProviderUnavailable('switched off')
  let answer: T
  try {
    answer = await work()
  } catch (error) {
    throw sqlState(error) === undefined ? error : new ProviderUnavailable(error)
  }
  if (faults.unavailable === 'lose_answer') throw new ProviderUnavailable('the answer was lost')
  return answer
}

const Name = Type.Optional(Type.String({ maxLength: LONGEST_NAME }))
const SandboxEvent = Type.Object({
  id: Type.String({ minLength: 1, maxLength: LONGEST_NAME }),
  type: Type.String({ minLength: 1, maxLength: LONGEST_NAME }),
  data: Type.Object({ object: Type.Object({ id: Name, payment_intent: Name }) }),
})

/** Refunds and disputes contain the id of their payment. */
function toProviderEvent(payload: unknown): ProviderEvent | undefined {
  if (!Value.Check(SandboxEvent, payload)) return undefined
  const { object } = payload.data
  return { id: payload.id, type: payload.type, intentId: object.payment_intent ?? object.id, payload }
}

import { eq, isNull } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { isLiveRefund } from '#contract/payments/payment-states.ts'
import type { SandboxIntent } from '#contract/payments/sandbox.ts'
import type { Database } from '#database/connect.ts'
import { sandboxEvents, sandboxIntents, sandboxPayouts } from '#database/tables/sandbox.ts'
import type { PaymentProvider, ProviderRefund } from '#server/payments/provider.ts'
import { acceptCard, confirmSandboxIntent } from '#server/payments/sandbox/books.ts'
import { noFaults, type SandboxFaults } from '#server/payments/sandbox/faults.ts'
import { failSandboxPayout } from '#server/payments/sandbox/payouts.ts'
import {
  closeSandboxDispute,
  failSandboxRefunds,
  findSandboxReturns,
  openSandboxDispute,
  refund,
} from '#server/payments/sandbox/returns.ts'
import { openSandbox, type Sandbox } from '#server/payments/sandbox/sandbox.ts'
import { SANDBOX_SIGNATURE_HEADER } from '#server/payments/sandbox/webhooks.ts'
import { stripeProvider } from '#server/payments/stripe/stripe.ts'
import { noStripeFaults, openStripeDouble, stripeKeys } from './stripe-double.ts'

/** An intent as the processor has it in its books. */
export type BookedIntent = {
  id: string
  orderId: string
  status: string
  amountCents: number
  currency: string
  refundedAt: Date | null
  /** Cents that were refunded, pending ones included. */
  refundedCents: number
}

/**
 * The card processor of a test's shop, from its own side: the card field, its books, its messages, and its faults. Tests hold for each
 * processor.
 */
export type TestProcessor = {
  provider: PaymentProvider
  faults: SandboxFaults
  /** Ends all faults. */
  behave(): void
  pay(clientSecret: string, number: string): Promise<SandboxIntent>
  intents(): Promise<BookedIntent[]>
  /** Delays the bank's decision about a payment. */
  keepProcessing(intentId: string): Promise<void>
  decide(intentId: string): Promise<void>
  /** Actions in the processor's dashboard: `amount` in cents, by default the remaining amount. */
  refund(intentId: string, amount?: number): Promise<void>
  /** The bank sends all refunds of a payment back. */
  failRefunds(intentId: string): Promise<void>
  /** The customer's bank disputes a payment, and decides. */
  dispute(intentId: string): Promise<void>
  closeDispute(intentId: string, outcome: 'won' | 'lost'): Promise<void>
  /** Pays the whole balance of the shop out to its bank, less 2.9 % of each payment; returns the payout's id. */
  payOut(): Promise<string>
  /** The bank has received the payout, or has sent it back. */
  endPayout(payoutId: string, status: 'paid' | 'failed'): Promise<void>
  deliverEvents(webhookUrl: string): Promise<number>
  undelivered(): Promise<number>
  /** Body of a message in the processor's format. */
  message(intentId: string, type: string, id: string): string
  signatureHeader: string
  webhookSecret: string
  stop(): Promise<void>
}

/** Which processor the shops of this test file have; `with-stripe.ts` changes it. */
export const chosen: { processor: 'sandbox' | 'stripe' } = { processor: 'sandbox' }

const DAY_MS = 86_400_000
/** Each payout of the sandbox is one of another day. */
let payoutDays = 0

export function sandboxTestProcessor(sandbox: Sandbox, db: Database, webhookSecret: string): TestProcessor {
  const change = (intentId: string, values: Partial<typeof sandboxIntents.$inferInsert>) =>
    db.update(sandboxIntents).set(values).where(eq(sandboxIntents.id, intentId))
  return {
    provider: sandbox.provider,
    faults: sandbox.faults,
    behave: () => void Object.assign(sandbox.faults, noFaults()),
    async pay(clientSecret, number) {
      const expYear = new Date().getUTCFullYear() + 3
      const billing = { name: 'Ann Buyer', email: 'ann@example.com' }
      const card = await acceptCard(db, { number, expMonth: 12, expYear, cvc: '123', billing })
      if ('error' in card) throw new Error(card.error.message)
      return confirmSandboxIntent(db, clientSecret.split('_secret_')[0] ?? '', clientSecret, card.id)
    },
    async intents() {
      const booked = await db.select().from(sandboxIntents)
      return Promise.all(
        booked.map(async (intent) => {
          const { refunds } = await findSandboxReturns(db, intent.id)
          return { ...intent, refundedCents: refundedCentsOf(refunds) }
        }),
      )
    },
    refund: (intentId, amount) => refund(db, { intentId, ...(amount !== undefined && { amount }) }),
    failRefunds: (intentId) => failSandboxRefunds(db, intentId),
    dispute: (intentId) => openSandboxDispute(db, intentId),
    closeDispute: (intentId, outcome) => closeSandboxDispute(db, intentId, outcome),
    keepProcessing: async (intentId) => void (await change(intentId, { status: 'processing', updatedAt: new Date(Date.now() + DAY_MS) })),
    decide: async (intentId) => void (await change(intentId, { updatedAt: new Date(0) })),
    async payOut() {
      const day = new Date(Date.now() + ++payoutDays * DAY_MS).toISOString().slice(0, 10)
      await sandbox.payOut(day)
      return `po_${day.replaceAll('-', '')}`
    },
    async endPayout(payoutId, status) {
      if (status === 'failed') await failSandboxPayout(db, payoutId)
      else await db.update(sandboxPayouts).set({ status }).where(eq(sandboxPayouts.id, payoutId))
    },
    deliverEvents: sandbox.deliverEvents,
    undelivered: async () => (await db.select().from(sandboxEvents).where(isNull(sandboxEvents.deliveredAt))).length,
    message: (intentId, type, id) => JSON.stringify({ id, type, data: { object: { id: intentId } } }),
    signatureHeader: SANDBOX_SIGNATURE_HEADER,
    webhookSecret,
    stop: async () => {},
  }
}

const refundedCentsOf = (made: ProviderRefund[]) => made.reduce((sum, { amount, status }) => (isLiveRefund(status) ? sum + amount : sum), 0)

export async function stripeTestProcessor(): Promise<TestProcessor> {
  const double = await openStripeDouble()
  const { books, faults } = double
  const { webhookSecret, ...keys } = stripeKeys
  return {
    provider: stripeProvider({ provider: 'stripe', ...keys, webhookSecrets: [webhookSecret], apiUrl: double.url }),
    faults,
    behave: () => void Object.assign(faults, noStripeFaults()),
    pay: async (clientSecret, number) => books.pay(clientSecret, number) as SandboxIntent,
    intents: async () =>
      Array.from(books.intents.values(), ({ amount: amountCents, metadata, refundedAt = null, ...intent }) => ({
        ...intent,
        amountCents,
        refundedAt,
        refundedCents: books.refundedOf(intent.id),
        orderId: metadata['order_id'] ?? '',
      })),
    async keepProcessing(intentId) {
      Object.assign(books.intents.get(intentId)!, { status: 'processing', processingUntil: Infinity })
    },
    async decide(intentId) {
      books.intents.get(intentId)!.processingUntil = 0
    },
    refund: async (intentId, amount) => void books.refund(intentId, amount),
    async failRefunds(intentId) {
      for (const made of books.refunds.values()) if (made.intentId === intentId) books.failRefund(made)
    },
    dispute: async (intentId) => void books.dispute(intentId),
    closeDispute: async (intentId, outcome) => books.closeDispute(intentId, outcome),
    payOut: async () => books.payOut().id,
    endPayout: async (payoutId, status) => books.endPayout(payoutId, status),
    deliverEvents: double.deliverEvents,
    undelivered: async () => books.events.filter((event) => !event.isDelivered).length,
    message: (intentId, type, id) =>
      JSON.stringify({
        id,
        object: 'event',
        type,
        data: { object: { id: intentId, object: type.startsWith('payout.') ? 'payout' : 'payment_intent' } },
      }),
    signatureHeader: 'stripe-signature',
    webhookSecret,
    stop: double.stop,
  }
}

/** The processor that this test file has chosen, over the shop's own database where it keeps its books there. */
export async function chooseProcessor(db: Database, log: FastifyBaseLogger): Promise<{ sandbox: Sandbox; processor: TestProcessor }> {
  const webhookSecret = 'test-webhook-secret'
  const sandbox = openSandbox({ db, log, secrets: [webhookSecret], slowMs: 50 })
  const processor = chosen.processor === 'stripe' ? await stripeTestProcessor() : sandboxTestProcessor(sandbox, db, webhookSecret)
  return { sandbox, processor }
}

import { and, eq, isNull } from 'drizzle-orm'
import { formatAmount } from '#contract/basics/figures.ts'
import { normalizeEmail } from '#contract/basics/fields.ts'
import { STOCK_LEAD_DAYS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { centsToDollars, parseUnitPrice, totalOf, unitPriceToDollars } from '#contract/basics/money.ts'
import { messageAnswerMessages, type MessageAnswer } from '#contract/quotes/message-answers.ts'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { contactMessages } from '#database/tables/contact-messages.ts'
import { quotes } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import { invalidField, ShopError } from '../../errors.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { messageQuotedMail } from '../../mail/templates/quotes.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { answerOnce, type RepeatableRequest } from '../../platform/http/answer-once.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { keepVersion } from '../keep-version.ts'
import { loadParts } from '../match-lines.ts'
import { lockOwner } from '../save-quote.ts'
import { newLink } from '../share-quote.ts'
import { freightOf, judgeOffer, markMissing, tellOfOffer, type OfferedLine } from './make-offer.ts'

/**
 * Answers a message of the contact form with a quote at the admin's prices, and marks it as answered. The quote is that of the account with the
 * sender's confirmed address. Without one it is held by the account of the admin, its sender gets a private link, and `bringQuotes` gives
 * it to the account that confirms the address.
 * @throws ShopError NOT_FOUND; MESSAGE_ANSWERED when somebody was first; INVALID_INPUT at a line; and as `judgeOffer`.
 */
export async function answerMessage(
  { db, settings, payments }: Pick<Services, 'db' | 'settings' | 'payments'>,
  request: RepeatableRequest,
  admin: Caller,
  messageId: string,
  { lines: asked, terms, freight, validDays, ...seen }: MessageAnswer,
): Promise<{ quoteId: string; number: string; hasAccount: boolean }> {
  return answerOnce(db, request, admin, async (tx) => {
    const [message] = await tx.select().from(contactMessages).where(eq(contactMessages.id, messageId))
    if (!message) throw new ShopError('NOT_FOUND')
    if (message.answeredAt !== null) throw new ShopError('MESSAGE_ANSWERED')
    const email = normalizeEmail(message.email)
    const account = await lockAccount(tx, email)
    const ownerId = account?.id ?? admin.userId
    if (!account) await lockOwner(tx, ownerId)
    const lines = markMissing(await offeredLines(tx, asked))
    const { totalCents, fall } = judgeOffer({ settings, payments }, lines, seen)

    const link = account ? undefined : newLink(settings)
    const [quote] = await tx
      .insert(quotes)
      .values({ userId: ownerId, ...(link && { heldFor: email, linkHash: link.linkHash }) })
      .returning({ id: quotes.id, number: quotes.number })
    const { id: quoteId, number } = quote! // insert ... returning always yields its row
    const offer = { offeredBy: admin.userId, terms: terms.trim(), validDays, ...freightOf(freight) }
    await keepVersion(tx, quoteId, 1, { lines, totalCents }, offer)
    const total = centsToDollars(totalCents)
    await writeAudit(tx, admin, 'quote-message', messageId, {
      quote: number,
      total: formatAmount(total),
      validDays,
      ...(fall && { confirmedFallPercent: fall.percent }),
    })
    if (account) await tellOfOffer(tx, { quoteId, number, version: 1 })
    if (!account?.disabledAt) {
      const url = link?.url ?? `${settings.shopUrl}/dashboard/quotes/${quoteId}`
      await queueMail(tx, messageQuotedMail(settings, { ...offer, number, email, total, url, ...(account && { quoteId }) }))
    }
    // Last, as the order of locks asks (docs/locks.md): of two admins the second finds it answered, and nothing of theirs is kept.
    const marked = await tx
      .update(contactMessages)
      .set({ answeredAt: databaseNow, quoteId })
      .where(and(eq(contactMessages.id, messageId), isNull(contactMessages.answeredAt)))
      .returning({ id: contactMessages.id })
    if (marked.length === 0) throw new ShopError('MESSAGE_ANSWERED')
    return { quoteId, number, hasAccount: account !== undefined }
  })
}

/** The account of a confirmed address. One that is not confirmed is locked, too, so that it is not confirmed in the meantime. */
async function lockAccount(tx: Transaction, email: string): Promise<{ id: string; disabledAt: Date | null } | undefined> {
  const [found] = await tx
    .select({ id: users.id, disabledAt: users.disabledAt, isConfirmed: users.emailVerified })
    .from(users)
    .where(eq(users.email, email))
    .for('no key update')
  return found?.isConfirmed ? found : undefined
}

async function offeredLines(tx: Transaction, asked: MessageAnswer['lines']): Promise<OfferedLine[]> {
  const known = await loadParts(tx, [...new Set(asked.map(({ partsId }) => partsId))])
  return asked.map(({ partsId, quantity, unitPrice, leadDays }, index) => {
    const [row, field] = [index + 1, `lines.${index}`]
    const listed = known.get(partsId)
    if (!listed?.isOnSale) throw invalidField(`${field}.partsId`, messageAnswerMessages.noPart)
    const price = parseUnitPrice(unitPrice)
    if (price === undefined) throw invalidField(`${field}.unitPrice`, messages.priceInvalid)
    return {
      row,
      text: listed.partNumber,
      asked: String(quantity),
      status: 'matched',
      notes: [],
      partsId,
      partNumber: listed.partNumber,
      name: listed.name,
      quantity,
      unitPrice: unitPriceToDollars(price),
      lineTotal: centsToDollars(totalOf(price, quantity)),
      available: listed.available,
      leadDays: STOCK_LEAD_DAYS,
      priceBreaks: [],
      betterBuy: null,
      candidates: [],
      listed,
      change: { row, quantity, unitPrice, ...(leadDays !== undefined && { leadDays }), field },
    }
  })
}

import { counted } from '#contract/basics/figures.ts'
import type { InvoiceData, InvoiceLine, InvoiceParty, InvoicePayment, InvoiceTax } from '#contract/payments/invoices.ts'

/*
 * What both syntaxes of EN 16931 say in the same way, in their words. BT-… are the terms of the standard.
 */

/** '1234.50' */
export const amount = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

/** '0.1725', '2.50': a price without the zeros that say nothing. */
export const price = (unitPrice: string): string => unitPrice.replace(/(\.\d\d+?)0+$/, '$1')

/** '19', '25.5'; undefined in the category that has no rate. */
export const percent = ({ category, rateBp }: Pick<InvoiceTax, 'category' | 'rateBp'>): string | undefined =>
  category === 'O' ? undefined : String(rateBp / 100)

/** UNTDID 1001 */
export const typeCode = ({ kind }: Pick<InvoiceData, 'kind'>): string => (kind === 'invoice' ? '380' : '381')

/** BT-105 and BT-104: the freight, by UNTDID 7161. */
export const FREIGHT = { code: 'FC', reason: 'Freight' }

/** Piece, UN/ECE recommendation 21. */
export const PIECE = 'H87'

/** Addresses for electronic mail, in the list of electronic addresses (EAS). */
export const EMAIL_SCHEME = 'EM'

/** BT-10 and BT-13: the buyer's own number, if all lines have the same. */
export function buyerReference({ lines }: InvoiceData): string | undefined {
  const references = new Set(lines.map(({ reference }) => reference))
  return references.size === 1 ? lines[0]?.reference : undefined
}

/** BT-127 */
export const lineNote = ({ orderNumber, reference }: InvoiceLine): string =>
  `Order ${orderNumber}${reference === undefined ? '' : `, your reference ${reference}`}`

/** UNTDID 4461; a transfer without an account is not defined further. */
export function meansCode({ means }: InvoicePayment, iban: string | undefined): string {
  if (means === 'card') return '48'
  return iban === undefined ? '1' : '30'
}

const givenBack = (means: InvoicePayment['means'], isDiscount = false) =>
  isDiscount ? 'A discount on' : means === 'account' ? 'Taken off what is open, or given back, of' : 'Given back for'

/** Whether money that came before the invoice pays all of it, so that no day is due. */
export const isPaidAhead = ({ kind, paidCents, grossCents, payment }: Pick<InvoiceData, 'kind' | 'paidCents' | 'grossCents' | 'payment'>) =>
  kind === 'invoice' && payment.means === 'account' && paidCents > 0 && paidCents === grossCents

/** BT-20 */
export function paymentTerms(data: InvoiceData): string {
  const { kind, paidCents, grossCents, payment, credited } = data
  if (kind === 'credit_note') return `${givenBack(payment.means, credited?.isDiscount)} invoice ${credited?.number ?? ''}.`
  if (isPaidAhead(data)) return 'Paid.'
  if (payment.daysFromDispatch !== undefined)
    return `To be paid within ${counted(payment.daysFromDispatch, 'day')} after the goods have left.`
  if (payment.means === 'account') return `To be paid by ${payment.dueOn ?? 'the day agreed'}.`
  return paidCents < grossCents ? 'To be paid.' : `Paid on ${payment.paidOn ?? ''}.`
}

/** BT-22: notes, in full sentences. */
export function notes(data: InvoiceData): string[] {
  const { kind, credited, delivery, payment, quoteNumber, carriage = [], said = [] } = data
  if (kind === 'credit_note')
    return [`Credit note for invoice ${credited?.number ?? ''} of ${credited?.issuedOn ?? ''}. Reason: ${credited?.reason ?? ''}`]
  const paidBefore = payment.means !== 'account' && delivery.on === undefined
  return [
    ...(quoteNumber === undefined ? [] : [`Ordered by quote ${quoteNumber}.`]),
    ...carriage.map((how) => `Freight: ${how}.`),
    ...(paidBefore ? ['Paid in advance: the goods are sent after the payment.'] : []),
    ...said,
  ]
}

/** What identifies a seller whose VAT id may not be named (BR-O-02), BT-29; undefined where it has another identity. */
export function sellerId({ vatId, taxNumber, registration }: InvoiceParty, namesVatIds: boolean): string | undefined {
  return registration !== undefined || (namesVatIds && vatId !== undefined) ? undefined : (taxNumber ?? vatId)
}

/** Whether VAT ids may be named: not on a paper that is outside the scope of VAT (BR-O-02). */
export const namesVatIds = ({ taxes }: InvoiceData): boolean => taxes.every(({ category }) => category !== 'O')

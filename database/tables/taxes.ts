import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { InvoiceAddress } from '#contract/payments/billing.ts'
import { vatIdStatuses } from '#contract/payments/tax.ts'
import { instant, required } from '../columns.ts'
import { stateList } from '../state-list.ts'
import { users } from './users.ts'

/** Standard rates of tax by country, each from its day on until the next one begins. In hundredths of a percent. */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: uuid().primaryKey().defaultRandom(),
    country: text().notNull(),
    /** YYYY-MM-DD, by UTC. */
    fromDay: date({ mode: 'string' }).notNull(),
    rateBp: integer().notNull(),
  },
  (rate) => [
    unique('tax_rates_once').on(rate.country, rate.fromDay),
    check('tax_rates_country', sql`${rate.country} ~ '^[A-Z]{2}$'`),
    check('tax_rates_rate', sql`${rate.rateBp} between 0 and 10000`),
  ],
)

/**
 * VAT ids of buyers and the last answer of the register about each, whoever has entered it: `unverified` until the first one. It is asked
 * again at `askAt`; never where no register has ids of this kind.
 */
export const vatIds = pgTable(
  'vat_ids',
  {
    vatId: text().primaryKey(),
    status: text({ enum: vatIdStatuses }).notNull().default('unverified'),
    answeredAt: instant(),
    askAt: instant(),
  },
  (known) => [
    index('vat_ids_to_ask')
      .on(known.askAt)
      .where(sql`${known.askAt} is not null`),
    check('vat_ids_status_known', sql`${known.status} in ${stateList(vatIdStatuses)}`),
    check('vat_ids_answered', sql`(${known.status} = 'unverified') = (${known.answeredAt} is null)`),
  ],
)

/**
 * A buyer's details on invoices, in place of their name and the address of the goods. `vatId` has the right form and check digits; what is
 * known of it stands in `vat_ids`. `vatIdStatus` repeats it for the previous release, which also uses `checkedAt` and `askAt`.
 */
export const billingDetails = pgTable(
  'billing_details',
  {
    userId: required(() => users.id).primaryKey(),
    company: text().notNull().default(''),
    vatId: text(),
    vatIdStatus: text({ enum: vatIdStatuses }),
    checkedAt: instant(),
    askAt: instant(),
    address: jsonb().$type<InvoiceAddress>(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (billing) => [
    index('billing_details_by_vat_id')
      .on(billing.vatId)
      .where(sql`${billing.vatId} is not null`),
    index('billing_details_to_ask')
      .on(billing.askAt)
      .where(sql`${billing.askAt} is not null`),
    check('billing_details_status', sql`(${billing.vatId} is null) = (${billing.vatIdStatus} is null)`),
    check('billing_details_status_known', sql`${billing.vatIdStatus} in ${stateList(vatIdStatuses)}`),
  ],
)

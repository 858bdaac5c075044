import type { InvoiceSeller } from '#contract/payments/invoices.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import type { Queryable } from '#database/connect.ts'
import { findPublished } from '../shop-settings/apply-settings.ts'

/** The seller as the settings have it, whose fields may be incomplete, and the currency in which tax is declared. */
export type Seller = {
  settings: ShopSettings
  version: number
  seller: Partial<InvoiceSeller>
  taxCurrency: { currency: string; rate: string } | undefined
}

/** The seller of the newest published settings. */
export async function findSeller(db: Queryable): Promise<Seller> {
  const { version, values: settings } = await findPublished(db)
  const { legalName, street, ...fields } = settings.seller ?? {}
  const { currency, rateToTaxCurrency: rate } = settings.tax ?? {}
  return {
    settings,
    version,
    seller: { ...fields, ...(legalName !== undefined && { name: legalName }), ...(street !== undefined && { lines: [street] }) },
    taxCurrency: currency === undefined || currency === 'USD' || rate === undefined ? undefined : { currency, rate },
  }
}

import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { missingToCharge, sellerMessages as messages, type Seller } from '#contract/payments/seller.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import { invalidField } from '../errors.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { readVatId } from '../../readers/values/vat-id.ts'

/**
 * The settings with the seller's numbers in the form in which they are written: capital letters and digits alone.
 * @throws ShopError INVALID_INPUT at the field: a VAT id, IBAN or BIC whose digits are wrong; what is missing where tax is charged;
 *   Stripe Tax without Stripe.
 */
export function readSeller(values: ShopSettings, { payments }: Pick<Settings, 'payments'>): ShopSettings {
  if (values.tax?.charges === 'stripe' && payments.provider !== 'stripe') {
    throw invalidField('values.tax.charges', messages.stripeMissing)
  }
  const [missing] = missingToCharge(values)
  if (missing) throw invalidField(`values.${missing}`, messages.sellerMissing)
  return values.seller ? { ...values, seller: withNumbers(values.seller) } : values
}

function withNumbers({ vatId, eori, iban, bic, ...seller }: Seller): Seller {
  return {
    ...seller,
    ...(vatId !== undefined && { vatId: required('vatId', readVatId(vatId), messages.vatIdInvalid) }),
    ...(eori !== undefined && { eori: required('eori', readEori(eori), messages.eoriInvalid) }),
    ...(iban !== undefined && { iban: required('iban', readIban(iban), messages.ibanInvalid) }),
    ...(bic !== undefined && { bic: required('bic', readBic(bic), messages.bicInvalid) }),
  }
}

function required(field: string, value: string | undefined, message: string): string {
  if (value === undefined) throw invalidField(`values.seller.${field}`, message)
  return value
}

function readIban(typed: string): string | undefined {
  const iban = electronicFormatIBAN(typed)
  return iban !== null && isValidIBAN(iban) ? iban : undefined
}

function readEori(typed: string): string | undefined {
  const eori = typed.replaceAll(/[\s.-]/g, '').toUpperCase()
  return /^[A-Z]{2}[A-Z0-9]{1,15}$/.test(eori) ? eori : undefined
}

function readBic(typed: string): string | undefined {
  const bic = typed.replaceAll(/\s/g, '').toUpperCase()
  return isValidBIC(bic) ? bic : undefined
}

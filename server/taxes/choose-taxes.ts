import type { Settings } from '../platform/settings/settings.ts'
import { stripeTax } from './stripe-tax.ts'
import type { TaxServices, VatRegister } from './tax-services.ts'
import { viesRegister } from './vies.ts'

/** Looks nothing up. */
const noRegister: VatRegister = { knows: () => false, check: async () => 'unverified' }

export const chooseTaxes = ({ viesUrl, payments }: Pick<Settings, 'viesUrl' | 'payments'>): TaxServices => ({
  vatIds: viesUrl === undefined ? noRegister : viesRegister(viesUrl),
  calculator: payments.provider === 'stripe' ? stripeTax(payments) : undefined,
})

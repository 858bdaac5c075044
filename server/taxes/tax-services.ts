import type { Cents } from '#contract/basics/money.ts'
import type { ShipTo } from '#contract/orders/ship-to.ts'
import type { CalculatedTax, TaxCategory, VatIdStatus } from '#contract/payments/tax.ts'

/** A register of VAT ids. It never refuses: `unverified` where it does not know the state, or cannot be asked in time. */
export type VatRegister = {
  /** Whether it has VAT ids of this kind at all. */
  knows(vatId: string): boolean
  check(vatId: string): Promise<VatIdStatus>
}

/** Where goods go, as far as tax is calculated by it. */
export type Destination = Pick<ShipTo, 'country' | 'postalCode'> & Partial<Pick<ShipTo, 'city' | 'state' | 'street'>>

/** Amounts in cents that go to one address. */
export type TaxInquiry = { to: Destination; netCents: Cents[]; vatId: string | undefined }
export type TaxAnswer = CalculatedTax & { category: TaxCategory }

/** A service that calculates taxes which no table of rates can tell, such as sales tax of the United States. */
export type TaxCalculator = {
  /** @throws ProviderUnavailable */
  calculate(inquiry: TaxInquiry): Promise<TaxAnswer>
}

/** What the shop asks about taxes outside; `calculator` where one is set up. */
export type TaxServices = { vatIds: VatRegister; calculator: TaxCalculator | undefined }

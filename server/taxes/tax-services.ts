import type { Cents } from '#contract/basics/money.ts'
import type { ShipTo } from '#contract/orders/ship-to.ts'
import type { CalculatedTax, TaxCategory, VatIdStatus } from '#contract/payments/tax.ts'

/** A register of VAT ids. It never fails: `unverified` for a state that it does not cover, or when it cannot be asked in time. */
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

/** A service that calculates taxes beyond a table of rates, such as sales tax of the United States. */
export type TaxCalculator = {
  /** @throws ProviderUnavailable */
  calculate(inquiry: TaxInquiry): Promise<TaxAnswer>
}

/** The external tax services; `calculator` where one is set up. */
export type TaxServices = { vatIds: VatRegister; calculator: TaxCalculator | undefined }

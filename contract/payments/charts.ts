import type { LedgerAccount } from './ledger.ts'

/** German charts of accounts for the DATEV export. */
export const charts = ['SKR03', 'SKR04'] as const
export type ChartOfAccounts = (typeof charts)[number]

/**
 * Revenue and tax in a chart.
 * - `revenueHome1900`, `revenueHome700`: with 19 % and 7 % German tax, to accounts that work the tax out themselves (Automatikkonten)
 * - `revenueK`, `revenueAE`, `revenueG`: without tax, for goods and services to other EU states and goods to other countries
 * - `revenueAbroad`, `taxAbroad`: with the tax of another state; `taxOther`: any other tax of the seller's state
 * - `revenueOther`: everything else
 * - `discountHome1900`, `discountHome700`, `discountOther`: discounts on these, the first two with accounts that work the tax out
 */
export const revenueAccounts = [
  'revenueHome1900',
  'revenueHome700',
  'revenueK',
  'revenueAE',
  'revenueG',
  'revenueAbroad',
  'revenueOther',
  'discountHome1900',
  'discountHome700',
  'discountOther',
  'taxAbroad',
  'taxOther',
] as const
export type ChartEntry = Exclude<LedgerAccount, 'revenue' | 'freight' | 'discounts' | 'tax_payable'> | (typeof revenueAccounts)[number]

/**
 * Numbers that a shop begins with; an accountant may change each. All buyers share one customer account, 10000. Money at the card
 * processor, transfers, open disputes and payouts have accounts in the range of money in transit (Geldtransit).
 */
export const chartDefaults: Record<ChartOfAccounts, Record<ChartEntry, string>> = {
  SKR03: {
    receivable: '10000',
    bank: '1200',
    payouts_in_transit: '1360',
    card_clearing: '1361',
    transfer_clearing: '1362',
    disputed: '1363',
    returns_due: '1700',
    fees: '4970',
    bank_charges: '4970',
    dispute_losses: '2400',
    differences: '1590',
    opening: '9000',
    revenueHome1900: '8400',
    revenueHome700: '8300',
    revenueK: '8125',
    revenueAE: '8337',
    revenueG: '8120',
    revenueAbroad: '8320',
    revenueOther: '8200',
    discountHome1900: '8736',
    discountHome700: '8731',
    discountOther: '8730',
    taxAbroad: '1767',
    taxOther: '1770',
  },
  SKR04: {
    receivable: '10000',
    bank: '1800',
    payouts_in_transit: '1460',
    card_clearing: '1461',
    transfer_clearing: '1462',
    disputed: '1463',
    returns_due: '3500',
    fees: '6855',
    bank_charges: '6855',
    dispute_losses: '6930',
    differences: '1370',
    opening: '9000',
    revenueHome1900: '4400',
    revenueHome700: '4300',
    revenueK: '4125',
    revenueAE: '4337',
    revenueG: '4120',
    revenueAbroad: '4320',
    revenueOther: '4200',
    discountHome1900: '4736',
    discountHome700: '4731',
    discountOther: '4730',
    taxAbroad: '3817',
    taxOther: '3800',
  },
}

/** What an accountant sets. `numbers` replace those of the chart; `consultant` and `client` are DATEV's (Berater, Mandant). */
export type BookSettings = {
  chart: ChartOfAccounts
  numbers: Partial<Record<ChartEntry, string>>
  consultant: number
  client: number
  /** Month in which the financial year begins, 1 to 12. */
  yearBegins: number
}

export const defaultBookSettings: BookSettings = { chart: 'SKR03', numbers: {}, consultant: 1001, client: 1, yearBegins: 1 }

export const numberOf = ({ chart, numbers }: Pick<BookSettings, 'chart' | 'numbers'>, entry: ChartEntry): string =>
  numbers[entry] ?? chartDefaults[chart][entry]

type Line = { account: LedgerAccount; tax: string }

/**
 * Place of a line in the chart. `tax` is category, rate and country, such as 'S 1900 DE'. `isGross`: DATEV computes its tax. Freight is taxed
 * as its goods and has their account: of two gross amounts, DATEV would compute two taxes, which may sum to another cent.
 * @param isDiscount whether its entry is one of a discount.
 */
export function chartEntryOf({ account, tax }: Line, isDiscount = account === 'discounts'): { entry: ChartEntry; isGross: boolean } {
  if (account !== 'revenue' && account !== 'freight' && account !== 'discounts' && account !== 'tax_payable')
    return { entry: account, isGross: false }
  const [category = '', rate = '', country = ''] = tax.split(' ')
  if (category === 'S' && country === 'DE' && (rate === '1900' || rate === '700')) {
    if (isDiscount) return { entry: rate === '1900' ? 'discountHome1900' : 'discountHome700', isGross: true }
    return { entry: rate === '1900' ? 'revenueHome1900' : 'revenueHome700', isGross: true }
  }
  const isAbroad = category === 'S' && country !== 'DE'
  if (account === 'tax_payable') return { entry: isAbroad ? 'taxAbroad' : 'taxOther', isGross: false }
  if (isDiscount) return { entry: 'discountOther', isGross: false }
  if (isAbroad) return { entry: 'revenueAbroad', isGross: false }
  const byCategory: Partial<Record<string, ChartEntry>> = { K: 'revenueK', AE: 'revenueAE', G: 'revenueG' }
  return { entry: byCategory[category] ?? 'revenueOther', isGross: false }
}

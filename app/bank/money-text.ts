import { formatAmount } from '#contract/basics/figures.ts'

/** An amount of the bank: '$12.50', '-$12.50', and in other currencies '12.50 EUR'. */
export function formatMoney(amount: number, currency: string): string {
  if (currency === 'USD') return amount < 0 ? `-${formatAmount(-amount)}` : formatAmount(amount)
  const plain = formatAmount(Math.abs(amount)).slice(1)
  return `${amount < 0 ? '-' : ''}${plain} ${currency}`
}

/** Typed dollars, such as '1,234.50'; undefined for anything else. */
export function readDollars(typed: string): number | undefined {
  const plain = typed.trim().replace(/^\$/, '').replaceAll(',', '')
  return /^\d{1,12}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined
}

import { formatAmount } from '#contract/basics/figures.ts'
import { netOf, taxSentences, type OrderTax } from '#contract/payments/tax.ts'
import type { TaxPart } from '#contract/payments/taxes.ts'
import { Fact } from '#app/ui/facts.tsx'
import { taxWords as words } from '#app/words/tax.ts'

type TaxFactsProps = {
  tax: { due: number; parts: TaxPart[] } | null | undefined
  /** The title of the amount with tax. */
  due?: string
}

/** Tax and amount due, as rows of facts below the net total; nothing where no tax applies. */
export function TaxFacts({ tax, due = words.due }: TaxFactsProps) {
  if (!tax) return null
  return (
    <>
      {tax.parts.map(({ rate, net, total, category, reason }) => (
        <Fact key={`${category} ${rate} ${reason}`} title={tax.parts.length > 1 ? words.taxOn(rate, formatAmount(net)) : words.tax(rate)}>
          {formatAmount(total)}
          <span className="fact-why block text-sm font-normal text-soft">{taxSentences[reason]}</span>
        </Fact>
      ))}
      <Fact title={due}>{formatAmount(tax.due)}</Fact>
    </>
  )
}

/** The tax of one order, in the same form. */
export const taxOfOrder = ({ tax, ...net }: { totalPrice: number; freight?: { amount: number }; tax?: OrderTax }): TaxFactsProps['tax'] =>
  tax && { due: tax.due, parts: [{ ...tax, net: netOf(net) }] }

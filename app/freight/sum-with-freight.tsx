import { formatAmount } from '#contract/basics/figures.ts'
import type { TaxPreview } from '#contract/payments/taxes.ts'
import type { Freight } from '#app/freight/use-freight.ts'
import { TaxFacts } from '#app/taxes/tax-facts.tsx'
import { Fact } from '#app/ui/facts.tsx'
import { freightChoiceWords as words } from '#app/words/freight-choice.ts'

type SumWithFreightProps = {
  /** Dollars without freight and tax. */
  goods: number
  freight: Freight
  tax: TaxPreview['tax'] | undefined
}

/** Goods, freight, tax and what is to pay, as rows of facts; the sum stays open while the shop is asked for the freight. */
export function SumWithFreight({ goods, freight: { total, isPlaced, consignments }, tax }: SumWithFreightProps) {
  const isCollected = consignments.length > 0 && consignments.every(({ chosen }) => chosen?.kind === 'collected')
  return (
    <>
      <Fact title={words.goods}>{formatAmount(goods)}</Fact>
      {isPlaced && (
        <Fact title={words.freight}>{total === undefined ? words.told : isCollected ? words.kinds.collected : words.sentOf(total)}</Fact>
      )}
      {isPlaced &&
        total !== undefined &&
        (tax ? <TaxFacts tax={tax} /> : <Fact title={words.toPay}>{formatAmount(sumOf(goods, total))}</Fact>)}
    </>
  )
}

/** Of two amounts in dollars, exact to the cent. */
export const sumOf = (goods: number, freight: number) => (Math.round(goods * 100) + Math.round(freight * 100)) / 100

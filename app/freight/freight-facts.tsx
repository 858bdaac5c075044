import { formatAmount } from '#contract/basics/figures.ts'
import { incoterms, type FreightOfOrder } from '#contract/freight/freight.ts'
import { freightText } from '#contract/freight/freight-text.ts'
import { netOf } from '#contract/payments/tax.ts'
import { Fact } from '#app/ui/facts.tsx'
import { freightWords as words } from '#app/words/freight.ts'

type FreightFactsProps = {
  order: { totalPrice: number; freight?: FreightOfOrder; tax?: unknown }
  /** The title of the amount with freight, of an order without tax. */
  due?: string
}

/** The freight of an order, as rows of facts below the price of its goods; nothing of one without. */
export function FreightFacts({ order, due = words.due }: FreightFactsProps) {
  const { freight, tax } = order
  if (!freight) return null
  const { amount, incoterm, account } = freight
  return (
    <>
      <Fact title={words.freight}>
        {amount === 0 ? words.free : formatAmount(amount)}
        <span className="fact-why block text-sm font-normal text-soft">
          {freightText(freight)}
          {incoterm && <span className="block">{incoterms[incoterm.code]}</span>}
          {account && <span className="block">{words.account(account)}</span>}
        </span>
      </Fact>
      {!tax && <Fact title={due}>{formatAmount(netOf(order))}</Fact>}
    </>
  )
}

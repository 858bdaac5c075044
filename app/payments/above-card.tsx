import { useQuery } from '@tanstack/react-query'
import { formatAmount } from '#contract/figures.ts'
import { paymentCalls } from '#contract/payments.ts'
import { readOf } from '#app/queries.ts'
import { Notice } from '#app/ui/notice.tsx'
import { transferWords as words } from '#app/words/transfer.ts'

/** Says before an order is placed that no card can take its total, in dollars; nothing where one can. */
export function AboveCard({ total }: { total: number }) {
  const { data } = useQuery({ ...readOf(paymentCalls.setup), staleTime: Infinity })
  if (data?.mostByCard === undefined || total <= data.mostByCard) return null
  return <Notice>{words.aboveCardAtPurchase(formatAmount(data.mostByCard))}</Notice>
}

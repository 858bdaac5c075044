import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { formatAmount } from '#contract/basics/figures.ts'
import { messages } from '#contract/basics/messages.ts'
import { paymentCalls } from '#contract/payments/payments.ts'
import { readOf } from '#app/api/queries.ts'
import { Notice } from '#app/ui/notice.tsx'
import { transferWords as words } from '#app/words/transfer.ts'

/**
 * A warning about a total in dollars before it is ordered: that it cannot be paid, or not by card. The server refuses totals that cannot
 * be paid.
 * @param aboveMost says what to do about a total above the most that can be paid at once, such as '$999,999.99'.
 */
export function useSumLimits(total: number, aboveMost: (most: string) => string): { isPayable: boolean; notice: ReactNode } {
  const { data } = useQuery({ ...readOf(paymentCalls.setup), staleTime: Infinity })
  const { mostByCard, leastAtOnce = 0, mostAtOnce = Infinity } = data ?? {}
  if (total > mostAtOnce) return { isPayable: false, notice: <Notice tone="warning">{aboveMost(formatAmount(mostAtOnce))}</Notice> }
  if (total < leastAtOnce) {
    return { isPayable: false, notice: <Notice tone="warning">{messages.totalBelowCardLimit(formatAmount(leastAtOnce))}</Notice> }
  }
  const isAboveCard = mostByCard !== undefined && total > mostByCard
  return { isPayable: true, notice: isAboveCard && <Notice>{words.aboveCardAtPurchase(formatAmount(mostByCard))}</Notice> }
}

import { useState } from 'react'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { QUERY_CACHE } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { orderCalls, type Order, type OrderInFull } from '#contract/orders/orders.ts'
import { paymentCalls } from '#contract/payments/payments.ts'
import { ApiError } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { mayRetry } from '#app/api/may-retry.ts'
import { keyOf, queryClient, readAgain } from '#app/api/queries.ts'
import { toast } from '#app/ui/toast.ts'
import { billCalls, orderToPay } from './bill-calls.ts'
import { payByCard, type Billing, type CardProcessor, type EnteredCard, type PaymentOutcome } from './card-processor.ts'
import type { ToPay } from './to-pay.ts'

/** Polling interval of a payment that the bank has not decided yet. */
const LOOK_AGAIN_MS = 3_000
/** About an hour; by then the processor has long notified the shop itself. */
const REPORT_ATTEMPTS = 120
const REPORT_FIRST_DELAY_MS = 1_000

/** The processor may notify the shop a moment later than the browser. */
const mayBeHeardLater = (error: unknown) => mayRetry(error) || (error instanceof ApiError && error.code === 'PAYMENT_NOT_COMPLETED')

/** What the payment page shows beside the order. */
export type Payment = {
  /** Pay can be pressed as soon as there is a secret and nothing has been paid. */
  isReady: boolean
  isRunning: boolean
  /** The last attempt's outcome on this page. */
  outcome: PaymentOutcome | undefined
  /** The payment succeeded before this page was opened, and is being reported to the shop. */
  foundPaid: { transactionId: string } | undefined
  /** The secret could not be loaded, or the processor could not be reached. */
  error: Error | null
  /** The query of the secret. */
  loading: { isFetching: boolean; refetch: () => unknown }
  pay: (card: EnteredCard) => void
}

/**
 * The payment of one order, or of its group: the secret is requested on load, the card is charged once, and the payment is reported to the
 * shop. Specification section 4, "Payment flow".
 */
export function usePayment({ order, totalPrice, canBePaid }: ToPay, processor: CardProcessor | undefined, billing: Billing): Payment {
  const mutationKey = ['pay', order.groupId ?? order._id]
  const [outcome, setOutcome] = useState<PaymentOutcome>()
  const report = useReport(order)

  const { _id: orderId } = order
  const intentKey = [...keyOf(paymentCalls.createIntent), orderId, totalPrice]
  const intent = useQuery({
    queryKey: intentKey,
    queryFn: async ({ signal }) => {
      try {
        return await callApi(paymentCalls.createIntent, { body: { totalPrice, orderId }, signal })
      } catch (error) {
        // The shop knows more than this page: the order is read again.
        if (error instanceof ApiError && !mayRetry(error)) void readAgain(...billCalls)
        throw error
      }
    },
    enabled: canBePaid,
    staleTime: Infinity,
  })
  const clientSecret = intent.data?.clientSecret

  const standingKey = ['payment standing', clientSecret]
  // A reload in the middle finds the payment where the last page left it.
  const standing = useQuery({
    queryKey: standingKey,
    queryFn: async () => {
      if (!processor || !clientSecret) throw new Error('Asked for a payment that is not open')
      const found = await processor.retrievePayment(clientSecret)
      if (found.status === 'succeeded') report(found.id)
      // As after a total that went up and down again: the shop opens another.
      if (found.status === 'canceled') void queryClient.invalidateQueries({ queryKey: intentKey })
      return found
    },
    enabled: processor !== undefined && clientSecret !== undefined && outcome?.kind !== 'paid',
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? LOOK_AGAIN_MS : false),
  })

  const payment = useMutation({
    mutationKey,
    mutationFn: (card: EnteredCard) => {
      if (!processor || !clientSecret) throw new Error('Pay was pressed before there was a payment')
      return payByCard(processor, { clientSecret, card, billing })
    },
    onMutate: () => setOutcome(undefined),
    onSuccess: (result) => {
      setOutcome(result)
      if (result.kind !== 'paid') return
      toast.success(messages.paymentDone)
      report(result.transactionId)
    },
    onSettled: (result) => {
      if (result?.kind === 'paid') return
      // A lost answer may have been a success, and a refusal can mean that the order was paid or cancelled elsewhere.
      void queryClient.invalidateQueries({ queryKey: standingKey })
      void readAgain(...billCalls)
    },
  })
  // Also true for an attempt that was started here before the customer left the page and came back.
  const isPaying = useIsMutating({ mutationKey }) > 0

  const isPaid = outcome?.kind === 'paid' || standing.data?.status === 'succeeded'
  const isPending = standing.data?.status === 'processing'
  return {
    isReady: clientSecret !== undefined && processor !== undefined && !isPaid && !isPending,
    isRunning: isPaying || (isPending && !isPaid),
    outcome,
    foundPaid: standing.data?.status === 'succeeded' ? { transactionId: standing.data.id } : undefined,
    error: payment.error ?? (clientSecret === undefined ? intent.error : null),
    loading: { isFetching: intent.isFetching, refetch: intent.refetch },
    pay: (card) => {
      if (isPaid || queryClient.isMutating({ mutationKey }) > 0) return
      payment.mutate(card)
    },
  }
}

/**
 * Reports the payment of an order to the shop, in the background and with retries: the card has been charged, so a failure here is no
 * failure of the payment, and the processor notifies the shop as well.
 */
function useReport(order: Order): (transactionId: string) => void {
  const mutationKey = ['report payment', order.groupId ?? order._id]
  const report = useMutation({
    mutationKey,
    mutationFn: (transactionId: string) => {
      // Without fields unknown to the previous release, which may run at the same time.
      const { partNumber: _partNumber, ...sentOrder }: Partial<OrderInFull> = order
      return callApi(orderCalls.reportPaid, { params: { id: order._id }, body: { order: sentOrder, transactionId } })
    },
    retry: (failures, error) => failures < REPORT_ATTEMPTS && mayBeHeardLater(error),
    retryDelay: (failures) => Math.min(REPORT_FIRST_DELAY_MS * 2 ** failures, QUERY_CACHE.maxBackoffMs),
    onSuccess: (answer) => {
      queryClient.setQueryData(orderToPay(order._id).queryKey, (read) => read && { ...read, ...answer.order })
      void readAgain(...billCalls)
    },
  })
  return (transactionId) => {
    if (queryClient.isMutating({ mutationKey }) === 0) report.mutate(transactionId)
  }
}

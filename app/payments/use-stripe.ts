import { useQuery } from '@tanstack/react-query'
import { loadAgain } from '#app/layout/load-again.ts'
import { isPaymentPage, type PaymentSetup } from '#contract/payments/payments.ts'
import type { OpenedStripe } from './stripe-library.ts'

export type StripeOnPage = {
  /** Once its library has come from Stripe's own host. */
  opened: OpenedStripe | undefined
  /** The library could not be loaded. */
  hasFailed: boolean
  isTestMode: boolean
}

/**
 * Stripe on this page, when it is the shop's card processor; everything of it is loaded here and now, and on no other
 * page.
 */
export function useStripe(setup: PaymentSetup | undefined): StripeOnPage {
  const publishableKey = setup?.provider === 'stripe' ? setup.publishableKey : ''
  const library = useQuery({
    queryKey: ['stripe library', publishableKey],
    queryFn: async () => {
      if (!letsStripeIn()) return loadPageAnew()
      const { openStripe } = await import('./stripe-library.ts')
      return openStripe(publishableKey)
    },
    enabled: publishableKey !== '',
    staleTime: Infinity,
    gcTime: Infinity,
    // The library's own loader has tried twice by then.
    retry: false,
  })
  return { opened: library.data, hasFailed: library.isError, isTestMode: publishableKey.startsWith('pk_test_') }
}

/** The security policy of a document stays that of its first page, and only that of the payment page lets Stripe in. */
function letsStripeIn(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded === undefined || isPaymentPage(new URL(loaded.name).pathname) || !isPaymentPage(location.pathname)
}

function loadPageAnew(): Promise<never> {
  loadAgain()
  return new Promise(() => {})
}

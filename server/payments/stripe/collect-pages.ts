import type Stripe from 'stripe'
import { askStripe } from '../../platform/stripe/ask-stripe.ts'

const PAGE = 100

type Page = { limit: number; starting_after?: string }

/**
 * All entries of one of Stripe's lists, newest first. Each page is a separate request.
 * @throws ProviderUnavailable
 */
export async function collectPages<T extends { id: string }>(list: (page: Page) => Promise<Stripe.ApiList<T>>): Promise<T[]> {
  const all: T[] = []
  for (let after: string | undefined; ;) {
    const page = await askStripe(() => list({ limit: PAGE, ...(after !== undefined && { starting_after: after }) }))
    all.push(...page.data)
    after = page.data.at(-1)?.id
    if (!page.has_more || after === undefined) return all
  }
}

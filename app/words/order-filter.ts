import type { OrderAttention } from '#contract/orders/orders.ts'

/** Words that limit a list of orders; all our own. */
export const orderFilterWords = {
  filter: 'Filter by state',
  attention: 'What waits',
  anyAttention: 'All orders',
  attentions: {
    messages: 'Unread messages',
    'failed-refund': 'Refund sent back',
    dispute: 'Open dispute',
    invoice: 'Invoice waiting',
    promise: 'Promise at risk',
    move: 'Another day wanted',
  } satisfies Record<OrderAttention, string>,
  days: 'Order date',
  allStates: 'All',
  noneFound: (text: string, state: string | undefined, hasDays: boolean) =>
    ['No orders match', text && ` “${text}”`, state && ` in ${state}`, hasDays && ' on these days', '.'].filter(Boolean).join(''),
  showAll: 'Show all orders',
  incomplete: (text: string) =>
    `More than 100 parts, buyers or tracking numbers match “${text}”. Only orders of 100 of them are found: search for a longer text.`,
} as const

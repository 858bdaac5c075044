import type { OrderFileFormat } from '#contract/orders/order-files.ts'

/** Words of orders as files; all our own. */
export const orderFileWords = {
  title: 'Save these orders',
  formats: { csv: 'CSV', xlsx: 'Excel' } satisfies Record<OrderFileFormat, string>,
  saveAs: { csv: 'Save these orders as CSV', xlsx: 'Save these orders for Excel' } satisfies Record<OrderFileFormat, string>,
  fileName: (format: OrderFileFormat) => `orders-${new Date().toISOString().slice(0, 10)}.${format}`,
} as const

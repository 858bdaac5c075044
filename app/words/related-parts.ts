import { formatCount, formatUnitPrice } from '#contract/basics/figures.ts'

/** Words of related parts and of waiting for a part; all our own. */
export const relatedWords = {
  soldOut: 'Sold out: take one of these',
  substitutes: 'Does the same',
  accessories: 'Goes with it',
  facts: (partNumber: string, price: number, stock: string) => `${partNumber} · ${formatUnitPrice(price)} · ${stock}`,
  wait: 'Tell me when it is back',
  waits: 'You get one mail when it is back.',
  stopWaiting: 'Do not tell me',
  waiting: 'You get a mail when this part can be ordered again',
  stopped: 'You get no mail about this part',
} as const

/** Words of the same at the desk. */
export const relationWords = {
  waiting: (count: number) => (count === 1 ? '1 person waits for this part.' : `${formatCount(count)} people wait for this part.`),
  none: 'No related parts yet.',
  kinds: { substitute: 'Substitute', accessory: 'Accessory' },
  caption: 'Related parts',
  columns: { part: 'Part', kind: 'Kind', remove: 'Remove' },
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} is no longer related`,
  proposals: 'With equal attributes',
  proposalColumns: { part: 'Part', equal: 'Equal', use: 'Use as' },
  useAs: { substitute: 'Substitute', accessory: 'Accessory' },
  useOf: { substitute: (name: string) => `${name} as substitute`, accessory: (name: string) => `${name} as accessory` },
  related: (name: string) => `${name} is related now`,
  other: 'Another part',
  otherHint: 'Type a part number or name, and choose.',
  kind: 'Kind',
} as const

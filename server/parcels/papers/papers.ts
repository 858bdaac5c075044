import { incotermWords } from '#contract/freight/freight.ts'
import { methodNames } from '#contract/freight/freight-text.ts'
import type { PaperSize } from '#contract/orders/shipping-papers.ts'
import type { Pack } from '#contract/parts/packs.ts'
import type { OrderRow } from '#database/tables/orders.ts'

/** The data of an order on papers. */
export type PackedOrder = Pick<
  OrderRow,
  | 'partName'
  | 'quantity'
  | 'placedAt'
  | 'displayName'
  | 'phone'
  | 'address'
  | 'shipTo'
  | 'reference'
  | 'terms'
  | 'note'
  | 'wishedOn'
  | 'release'
  | 'freight'
> & { number: string; partNumber: string | null; sent: number; left: number; pack: Pack }

/** What the pages of a file have in common; `lineCount` is the number of pages, one for each order. */
type PaperFacts = { shopName: string; lineCount: number }
export type SlipFacts = PaperFacts & { paper: PaperSize }
/** `returnAddress`: lines below the shop's name. */
export type LabelFacts = PaperFacts & { returnAddress: readonly string[] }

/** How an order is delivered, in lines: method and carrier, the account of the buyer with it, the term. Empty for one without freight. */
export function freightLines({ freight }: Pick<PackedOrder, 'freight'>): string[] {
  if (!freight) return []
  const { account, incoterm } = freight
  return [methodNames(freight).join(', '), ...(account ? [`Account ${account}`] : []), ...(incoterm ? [incotermWords(incoterm)] : [])]
}

import { withoutMarkdown } from '#contract/basics/markdown.ts'
import { absoluteUrl, organization, type Fact, type ShopIdentity } from '#app/layout/structured-data.ts'
import type { PartCardData } from '#app/parts/card-data.ts'
import { paths } from '#app/paths.ts'

/** UN/CEFACT's code for one piece. */
const PIECE = 'C62'

/**
 * One page of the parts list. `first` is the index of its first part in the whole list; `count` the number of all
 * parts.
 */
export function partsListFact(shop: ShopIdentity, parts: PartCardData[], first: number, count: number): Fact {
  return {
    '@type': 'ItemList',
    numberOfItems: count,
    itemListElement: parts.map((part, index) => ({
      '@type': 'ListItem',
      position: first + index + 1,
      item: productFact(shop, part),
    })),
  }
}

/** The unit price, from the minimum order on. */
function productFact(shop: ShopIdentity, part: PartCardData): Fact {
  const { '@id': seller } = organization(shop)
  return {
    '@type': 'Product',
    name: part.name,
    description: withoutMarkdown(part.description),
    image: absoluteUrl(shop, part.img),
    sku: part.partNumber,
    offers: {
      '@type': 'Offer',
      url: absoluteUrl(shop, paths.part(part.id)),
      price: part.price,
      priceCurrency: 'USD',
      availability: `https://schema.org/${part.orderable ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: part.least, unitCode: PIECE },
      seller: { '@type': 'Organization', '@id': seller, name: shop.shopName },
    },
  }
}

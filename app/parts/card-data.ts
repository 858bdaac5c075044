import { imageSrcSet } from '#contract/images.ts'
import { cardDescription, type Part } from '#contract/parts.ts'

/** What a card shows of a part: the description already cut, the price in dollars per piece. */
export type PartCardData = {
  id: string
  name: string
  img: string
  srcSet: string | undefined
  price: number
  description: string
}

/** Called in loaders, so that a page carries neither the long descriptions nor the code that cuts them. */
export function partCardData(part: Part): PartCardData {
  return {
    id: part._id,
    name: part.name,
    img: part.img,
    srcSet: imageSrcSet(part.img),
    price: part.price,
    description: cardDescription(part.description),
  }
}

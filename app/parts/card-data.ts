import { imageSrcSet } from '#contract/images.ts'
import { cardDescription, type Part } from '#contract/parts.ts'

/** The data of a part's card: the shortened description, the price in dollars per piece. */
export type PartCardData = {
  id: string
  name: string
  img: string
  srcSet: string | undefined
  price: number
  description: string
}

/** Called in loaders, so that a page contains neither the long descriptions nor the code that shortens them. */
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

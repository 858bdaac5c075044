import { partDeskCalls } from '#contract/parts/part-desk.ts'
import { partFactCalls } from '#contract/parts/part-facts.ts'
import { partMediaCalls } from '#contract/parts/part-media.ts'
import { partCalls } from '#contract/parts/parts.ts'
import type { NamedCall } from '#app/identity/may.tsx'

/** The sections of a part's own page in their order, each with the call that a person needs for it; everybody sees the history. */
const needs = {
  name: partDeskCalls.changeDetails,
  price: partCalls.changeOffer,
  stock: partDeskCalls.ledger,
  facts: partFactCalls.change,
  pictures: partMediaCalls.changePictures,
  documents: partMediaCalls.changePictures,
  related: partMediaCalls.changePictures,
  history: undefined,
} satisfies Record<string, NamedCall | undefined>

export type PartSection = keyof typeof needs

/** Parts that were taken out of sale have neither a price nor what buyers look at. */
const ofPartsOnSale = new Set<PartSection>(['price', 'pictures', 'documents', 'related'])

export const partSections = (may: (call: NamedCall) => boolean, isOnSale: boolean): PartSection[] =>
  (Object.keys(needs) as PartSection[]).filter((section) => {
    const call = needs[section]
    return (isOnSale || !ofPartsOnSale.has(section)) && (call === undefined || may(call))
  })

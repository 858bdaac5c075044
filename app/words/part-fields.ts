import type { HistoryField } from '#contract/parts/part-desk.ts'

type FieldWords = {
  title: string
  /** Of a fact, where it is another: on the page of the part, and in its form. */
  shown?: string
  label?: string
  hint?: string
}

/** Words of the fields of a part in its history, on its page and in its form; all our own. */
export const partFieldWords: Record<HistoryField, FieldWords> = {
  name: { title: 'Name' },
  description: { title: 'Description' },
  img: { title: 'Picture' },
  partNumber: { title: 'Part number' },
  price: { title: 'Price' },
  priceBreaks: { title: 'Price breaks' },
  leadDays: { title: 'Lead time' },
  category: { title: 'Category' },
  attributes: { title: 'Attributes' },
  weight: { title: 'Weight', shown: 'Weight per piece', label: 'Weight of a piece (g)' },
  origin: { title: 'Country of origin' },
  customsCode: { title: 'Customs code', hint: '6 to 10 digits of the Harmonized System' },
  minimumOrder: { title: 'Minimum order', label: 'Minimum order (pieces)', hint: 'Empty is 1,000' },
  orderStep: {
    title: 'Order step',
    label: 'Order step (pieces)',
    hint: 'Orders have the minimum and any number of steps; empty is piece by piece',
  },
  madeMonthly: {
    title: 'Made a month',
    label: 'Made on demand (pieces a month)',
    hint: 'More than is in stock can then be ordered by a quote, with its days. Empty: no more than the stock; 0: only from expected deliveries',
  },
  packName: { title: 'Pack', label: 'Pack', hint: 'Such as reel, tray or box' },
  packPieces: { title: 'Pieces of a pack', hint: 'Buyers are asked whether they want whole packs' },
  samplePieces: { title: 'Samples', label: 'Samples (pieces)', hint: 'That a customer can order within a year; empty is none' },
  samplePrice: { title: 'Price of samples', label: 'Price of a sample ($)', hint: 'Of a piece; empty is the price of the part' },
  smallPrices: {
    title: 'Prices below minimum',
    shown: 'Fewer pieces, by offer',
    label: 'Prices below the minimum ($)',
    hint: 'From 1 piece on, for offers and samples: 1: 4.20; 100: 3.50. Empty is the price of the part',
  },
  pictureText: { title: 'Picture text' },
  pictures: { title: 'Pictures' },
  documents: { title: 'Documents' },
  lowStockBelow: { title: 'Low stock below' },
  substitutes: { title: 'Substitutes' },
  accessories: { title: 'Accessories' },
  removed: { title: 'In the catalogue' },
}

export const labelOf = (field: HistoryField) => partFieldWords[field].label ?? partFieldWords[field].title
export const shownTitle = (field: HistoryField) => partFieldWords[field].shown ?? partFieldWords[field].title

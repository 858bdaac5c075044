import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, strictObject } from '../basics/fields.ts'
import { fileAnswer } from '../basics/file-answer.ts'
import { MAXIMUM_PAPERS } from '../basics/limits.ts'

/** Sizes of packing slips. */
export const paperSizes = ['a4', 'letter'] as const
export type PaperSize = (typeof paperSizes)[number]

/** Orders that are paid or shipped, each on separate pages, in this order. */
const Wanted = {
  orders: Type.Array(Id, { minItems: 1, maxItems: MAXIMUM_PAPERS, uniqueItems: true }),
}
const SlipsWanted = strictObject({
  ...Wanted,
  paper: Type.Optional(Type.Enum([...paperSizes], { description: 'A4 when nothing is said' })),
})
export type SlipsWanted = Static<typeof SlipsWanted>

export const shippingPaperCalls = defineCalls('Parcels', 'shippingPapers', {
  slips: {
    method: 'POST',
    path: '/packing-slips',
    policy: 'admin',
    permissions: ['orders'],
    scopes: ['shipping'],
    summary: 'Packing slips of orders as one PDF, without prices, with a barcode of the number',
    mayRepeat: true,
    body: SlipsWanted,
    response: fileAnswer('pdf'),
  },
  labels: {
    method: 'POST',
    path: '/address-labels',
    policy: 'admin',
    permissions: ['orders'],
    scopes: ['shipping'],
    summary: 'Address labels of orders as one PDF, 4 x 6 inches',
    mayRepeat: true,
    body: strictObject(Wanted),
    response: fileAnswer('pdf'),
  },
})

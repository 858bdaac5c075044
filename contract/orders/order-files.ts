import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Email, text, timeRange } from '../basics/fields.ts'
import { fileAnswer } from '../basics/file-answer.ts'
import { TEXT_LIMITS } from '../basics/limits.ts'
import { listedStates, orderAttentions } from './orders.ts'

export const orderFileFormats = ['xlsx', 'csv'] as const
export type OrderFileFormat = (typeof orderFileFormats)[number]

/** A search returns its orders at once, and a workbook is opened as a whole, so both are limited. */
export const MAXIMUM_FOUND_IN_FILE = 10_000
export const MAXIMUM_IN_WORKBOOK = 100_000

export const orderFileMessages = {
  tooManyFound: 'More than 10,000 orders match. Narrow the text or the days.',
  tooManyForWorkbook: 'More than 100,000 orders match. Choose CSV, or fewer days.',
} as const

const filter = {
  format: Type.Enum([...orderFileFormats]),
  q: Type.Optional(text(TEXT_LIMITS.search, { description: 'As in the list of orders' })),
  state: Type.Optional(Type.Enum([...listedStates], { description: 'Only orders in this state; by default all that are not cancelled' })),
  ...timeRange('orders', 'placed'),
}

const AllFilter = Type.Object({
  ...filter,
  customer: Type.Optional(Email),
  attention: Type.Optional(Type.Enum([...orderAttentions], { description: 'As in the list of orders, cancelled ones too' })),
})
export type OrderFileFilter = Static<typeof AllFilter>

export const orderFileCalls = defineCalls('Orders', 'orderFiles', {
  all: {
    method: 'GET',
    path: '/allOrderFile',
    policy: 'admin',
    permissions: ['orders'],
    summary: 'All orders that the filter finds, the newest first, as CSV or as a workbook',
    query: AllFilter,
    response: fileAnswer(...orderFileFormats),
  },
  ofCustomer: {
    method: 'GET',
    path: '/orderFile',
    policy: 'selfOrAdmin',
    permissions: ['orders'],
    scopes: ['orders:read'],
    summary: "A customer's orders that the filter finds, the newest first, as CSV or as a workbook",
    query: Type.Object({ ...filter, customer: Email }),
    response: fileAnswer(...orderFileFormats),
  },
})

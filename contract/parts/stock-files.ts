import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { IdParams, timeRange } from '../basics/fields.ts'
import { fileAnswer } from '../basics/file-answer.ts'

const StockFileFilter = Type.Object(timeRange('moves', 'booked'))
export type StockFileFilter = Static<typeof StockFileFilter>

export const stockFileCalls = defineCalls('Parts', 'stockFiles', {
  ofPart: {
    method: 'GET',
    path: '/parts/:id/stock-file',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['stock'],
    summary: "All moves of a part's stock, the oldest first, as CSV",
    params: IdParams,
    response: fileAnswer('csv'),
  },
  all: {
    method: 'GET',
    path: '/stock-file',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['stock'],
    summary: 'The moves of the stock of all parts, the oldest first, as CSV',
    query: StockFileFilter,
    response: fileAnswer('csv'),
  },
})

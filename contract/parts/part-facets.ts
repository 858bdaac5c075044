import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { partFilters } from './part-filters.ts'

/** Values that are counted of an attribute. */
export const VALUES_SHOWN = 60

const count = Type.Integer({ description: 'Parts' })

/**
 * How many of the matching parts have each value. Counts of an attribute ignore its own filter, so that they show the result of another
 * choice.
 */
export const PartFacets = Type.Object({
  categories: Type.Array(
    Type.Object({ key: Type.String(), name: Type.String(), level: Type.Integer({ description: 'From 0' }), count, chosen: Type.Boolean() }),
  ),
  attributes: Type.Array(
    Type.Object({
      key: Type.String(),
      name: Type.String(),
      unit: Type.String(),
      values: Type.Array(Type.Object({ value: Type.String(), count, chosen: Type.Boolean() }), {
        description: `Those of most parts, at most ${VALUES_SHOWN}, in their order`,
      }),
    }),
  ),
})
export type PartFacets = Static<typeof PartFacets>

export const partFacetCalls = defineCalls('Parts', 'partFacets', {
  count: {
    method: 'GET',
    path: '/partFacets',
    policy: 'public',
    summary: 'How many parts of a search are in each category and have each value; of a text, the first 1000 parts count',
    query: Type.Object(partFilters),
    response: PartFacets,
  },
})

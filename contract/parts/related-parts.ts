import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, IdParams, strictObject } from '../basics/fields.ts'
import { PartName } from './part-desk.ts'
import { MAXIMUM_RELATED } from '../basics/limits.ts'
import { Part } from './parts.ts'

/** Parts that are proposed beside a part. */
export const PROPOSED_PARTS = 10
/** Notices that one person waits for. */
export const MAXIMUM_NOTICES = 200

/** A substitute replaces the part; an accessory is bought with it. */
export const relationKinds = ['substitute', 'accessory'] as const
export type RelationKind = (typeof relationKinds)[number]
export const RelationKind = Type.Enum([...relationKinds])

export const relatedMessages = {
  itself: 'A part is not related to itself.',
  tooMany: `A part has at most ${MAXIMUM_RELATED} related parts.`,
  notSoldOut: 'This part is in stock.',
  tooManyNotices: `You can wait for at most ${MAXIMUM_NOTICES} parts.`,
} as const

/** What buyers see beside a part. */
export const RelatedParts = Type.Object({
  substitutes: Type.Array(Part, { description: 'Those in stock first' }),
  accessories: Type.Array(Part),
  waits: Type.Boolean({ description: 'Whether the person gets a mail when the part is back in stock' }),
})
export type RelatedParts = Static<typeof RelatedParts>

export const RelatedPart = Type.Object({ part: PartName, kind: RelationKind })
export type RelatedPart = Static<typeof RelatedPart>

export const DeskRelations = Type.Object({
  related: Type.Array(RelatedPart),
  proposed: Type.Array(Type.Object({ part: PartName, equal: Type.Integer({ description: 'Attributes with the same value' }) })),
  waiting: Type.Integer({ description: 'People who wait for the part' }),
})
export type DeskRelations = Static<typeof DeskRelations>

export const relatedCalls = defineCalls('Parts', 'relatedParts', {
  ofPart: {
    method: 'GET',
    path: '/parts/:id/related',
    policy: 'session',
    summary: 'Substitutes and accessories of a part that are on sale, and whether the person waits for it',
    params: IdParams,
    response: RelatedParts,
  },
  atDesk: {
    method: 'GET',
    path: '/parts/:id/relations',
    policy: 'admin',
    permissions: ['parts'],
    summary: `Related parts, up to ${PROPOSED_PARTS} of the same category with the most equal attributes, and how many people wait`,
    params: IdParams,
    response: DeskRelations,
  },
  relate: {
    method: 'POST',
    path: '/parts/:id/relations',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Make another part a substitute or an accessory of this one; repeating it changes nothing',
    params: IdParams,
    body: strictObject({ partsId: Id, kind: RelationKind }),
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
  separate: {
    method: 'DELETE',
    path: '/parts/:id/relations/:otherId',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Two parts are no longer related',
    params: Type.Object({ id: Id, otherId: Id }),
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
  wait: {
    method: 'POST',
    path: '/parts/:id/notice',
    policy: 'session',
    summary: 'One mail when a part that is sold out can be ordered again; repeating it changes nothing',
    params: IdParams,
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
  stopWaiting: {
    method: 'DELETE',
    path: '/parts/:id/notice',
    policy: 'session',
    summary: 'No such mail',
    params: IdParams,
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
})

import Type, { type Static } from 'typebox'
import { defineCall } from './call.ts'
import { Email, EmailParams, Id, MESSAGE, nullable, requiredText, text } from './fields.ts'
import { TEXT_LIMITS } from './limits.ts'
import { messages } from './messages.ts'

export const Role = Type.Enum(['admin', ''])
export type Role = Static<typeof Role>

/** A user's record. Specification section 3, "User". Fields without a value are empty text. */
export const User = Type.Object({
  _id: Id,
  email: Type.String(),
  displayName: Type.String(),
  phone: Type.String(),
  education: Type.String(),
  address: Type.String(),
  role: Role,
})
export type User = Static<typeof User>

/** The same in the admins' list. */
export const ListedUser = Type.Object({ ...User.properties, blocked: Type.Boolean({ description: 'May not sign in' }) })
export type ListedUser = Static<typeof ListedUser>

/** The profile form. An empty or missing name keeps the current one. */
export const ProfileUpdate = Type.Object(
  {
    displayName: Type.Optional(text(TEXT_LIMITS.name)),
    phone: requiredText(TEXT_LIMITS.phone, messages.phoneRequired),
    education: requiredText(TEXT_LIMITS.education, messages.educationRequired),
    address: requiredText(TEXT_LIMITS.address, messages.addressRequired),
  },
  { additionalProperties: false },
)
export type ProfileUpdate = Static<typeof ProfileUpdate>

/**
 * The signed-in user of the identity client. Specification section 3, "Signed-in identity"; fields that this shop does
 * not have are null.
 */
export const Identity = Type.Object({
  uid: Id,
  email: Type.String(),
  emailVerified: Type.Boolean(),
  displayName: Type.String(),
  photoURL: nullable(Type.String()),
  phoneNumber: nullable(Type.String()),
  tenantId: Type.Null(),
  isAnonymous: Type.Boolean(),
  providerData: Type.Array(Type.Object({ providerId: Type.String() })),
  metadata: Type.Object({
    creationTime: Type.String({ format: 'date-time' }),
    lastSignInTime: Type.String({ format: 'date-time' }),
  }),
})
export type Identity = Static<typeof Identity>

/**
 * The signed-in user that older clients send. It is ignored, except that an email other than the caller's is refused.
 */
export const UserInfo = Type.Object(
  {
    email: Type.Optional(nullable(text(TEXT_LIMITS.email))),
    ...Object.fromEntries(
      ['uid', 'displayName', 'photoURL', 'phoneNumber', 'tenantId'].map((key) => [key, Type.Optional(nullable(text(500)))]),
    ),
    emailVerified: Type.Optional(Type.Boolean()),
    isAnonymous: Type.Optional(Type.Boolean()),
    providerData: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 20 })),
    metadata: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
)
export type UserInfo = Static<typeof UserInfo>

const tag = 'Users'

export const userCalls = {
  sync: defineCall({
    method: 'PUT',
    path: '/user/:email',
    policy: 'identity',
    tag,
    summary: "Turn the identity session into an access token, for that session's own person only",
    params: EmailParams,
    body: Type.Object({ email: Email, displayName: Type.Optional(text(TEXT_LIMITS.name)) }, { additionalProperties: false }),
    response: Type.Object({
      token: Type.String({ description: 'Send as Authorization: Bearer' }),
      expiresAt: Type.String({ format: 'date-time' }),
      user: User,
    }),
  }),
  isAdmin: defineCall({
    method: 'GET',
    path: '/admin/:email',
    policy: 'selfOrAdmin',
    tag,
    summary: 'Whether this person is an admin',
    params: EmailParams,
    response: Type.Object({ admin: Type.Boolean() }),
  }),
  profile: defineCall({
    method: 'GET',
    path: '/user/:email',
    policy: 'selfOrAdmin',
    tag,
    summary: 'The profile',
    params: EmailParams,
    response: User,
  }),
  updateProfile: defineCall({
    method: 'PUT',
    path: '/users/:email',
    policy: 'self',
    tag,
    summary: 'Update the profile; matchedCount 1 with modifiedCount 0 when nothing changed',
    params: EmailParams,
    body: ProfileUpdate,
    response: Type.Object({ matchedCount: Type.Integer(), modifiedCount: Type.Integer() }),
  }),
  all: defineCall({
    method: 'GET',
    path: '/user',
    policy: 'admin',
    tag,
    summary: 'All users',
    response: Type.Array(ListedUser),
  }),
  setRole: defineCall({
    method: 'PUT',
    path: '/user/admin/:email',
    policy: 'admin',
    tag,
    summary: "Grant admin ('admin') or take it back (''); the last admin stays",
    params: EmailParams,
    body: Type.Object({ role: Type.Enum(['admin', ''], { [MESSAGE]: messages.invalidInput }) }, { additionalProperties: false }),
    response: Type.Object({ result: Type.Object({ modifiedCount: Type.Integer() }) }),
  }),
  setBlocked: defineCall({
    method: 'PUT',
    path: '/user/blocked/:email',
    policy: 'admin',
    tag,
    summary: 'Block an account, which ends its sessions, keys, links, holds and unpaid orders, or let it sign in again',
    params: EmailParams,
    body: Type.Object({ blocked: Type.Boolean() }, { additionalProperties: false }),
    response: Type.Object({ result: Type.Object({ modifiedCount: Type.Integer() }) }),
  }),
}

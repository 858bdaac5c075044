import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Email, EmailParams, Id, MESSAGE, nullable, requiredText, strictObject, text } from '../basics/fields.ts'
import { TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { permissions } from './permissions.ts'

export const Role = Type.Enum(['admin', ''])
export type Role = Static<typeof Role>

export const Permissions = Type.Array(Type.Enum([...permissions]), { uniqueItems: true, description: 'Rights of a person who is no admin' })

/** Mails about paid orders that an admin gets: one for each, one a day with the orders to ship, or none. */
export const paidOrderMails = ['each', 'daily', 'none'] as const
export const PaidOrderMails = Type.Enum([...paidOrderMails])

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
export const ListedUser = Type.Object({
  ...User.properties,
  blocked: Type.Boolean({ description: 'May not sign in' }),
  permissions: Permissions,
})
export type ListedUser = Static<typeof ListedUser>

/** The profile form. An empty or missing name keeps the current one. */
export const ProfileUpdate = strictObject({
  displayName: Type.Optional(text(TEXT_LIMITS.name)),
  phone: requiredText(TEXT_LIMITS.phone, messages.phoneRequired),
  education: requiredText(TEXT_LIMITS.education, messages.educationRequired),
  address: requiredText(TEXT_LIMITS.address, messages.addressRequired),
})
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

/** The signed-in user that older clients send. It is ignored, except that an email other than the caller's is refused. */
export const UserInfo = strictObject({
  email: Type.Optional(nullable(text(TEXT_LIMITS.email))),
  ...Object.fromEntries(
    ['uid', 'displayName', 'photoURL', 'phoneNumber', 'tenantId'].map((key) => [key, Type.Optional(nullable(text(500)))]),
  ),
  emailVerified: Type.Optional(Type.Boolean()),
  isAnonymous: Type.Optional(Type.Boolean()),
  providerData: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 20 })),
  metadata: Type.Optional(Type.Unknown()),
})
export type UserInfo = Static<typeof UserInfo>

export const userCalls = defineCalls('Users', 'users', {
  sync: {
    method: 'PUT',
    path: '/user/:email',
    policy: 'identity',
    summary: "Turn the identity session into an access token, for that session's own person only",
    params: EmailParams,
    body: strictObject({ email: Email, displayName: Type.Optional(text(TEXT_LIMITS.name)) }),
    response: Type.Object({
      token: Type.String({ description: 'Send as Authorization: Bearer' }),
      expiresAt: Type.String({ format: 'date-time' }),
      user: User,
    }),
  },
  isAdmin: {
    method: 'GET',
    path: '/admin/:email',
    policy: 'selfOrAdmin',
    summary: 'Whether this person is an admin; of a person who has permissions, which',
    params: EmailParams,
    response: Type.Object({ admin: Type.Boolean(), permissions: Type.Optional(Permissions) }),
  },
  profile: {
    method: 'GET',
    path: '/user/:email',
    policy: 'selfOrAdmin',
    permissions: ['customers'],
    summary: 'The profile',
    params: EmailParams,
    response: User,
  },
  updateProfile: {
    method: 'PUT',
    path: '/users/:email',
    policy: 'self',
    summary: 'Update the profile; matchedCount 1 with modifiedCount 0 when nothing changed',
    params: EmailParams,
    body: ProfileUpdate,
    response: Type.Object({ matchedCount: Type.Integer(), modifiedCount: Type.Integer() }),
  },
  all: {
    method: 'GET',
    path: '/user',
    policy: 'admin',
    permissions: ['customers'],
    summary: 'All users',
    response: Type.Array(ListedUser),
  },
  orderMails: {
    method: 'GET',
    path: '/order-mails',
    policy: 'admin',
    permissions: ['orders'],
    summary: 'Which mails about paid orders the calling admin gets',
    response: Type.Object({ orderMails: PaidOrderMails }),
  },
  chooseOrderMails: {
    method: 'PUT',
    path: '/order-mails',
    policy: 'admin',
    permissions: ['orders'],
    summary: 'Choose them: one for each payment, one a day of what waits to be shipped, or none',
    body: strictObject({ orderMails: PaidOrderMails }),
    response: Type.Object({ orderMails: PaidOrderMails }),
  },
  setRole: {
    method: 'PUT',
    path: '/user/admin/:email',
    policy: 'admin',
    summary: "Grant admin ('admin') or take it back (''); the last admin stays",
    params: EmailParams,
    body: strictObject({ role: Type.Enum(['admin', ''], { [MESSAGE]: messages.invalidInput }) }),
    response: Type.Object({ result: Type.Object({ modifiedCount: Type.Integer() }) }),
  },
  setPermissions: {
    method: 'PUT',
    path: '/user/permissions/:email',
    policy: 'admin',
    summary: 'Set the permissions of a person who is no admin; with fewer than before, the person is signed out',
    params: EmailParams,
    body: strictObject({ permissions: Permissions }),
    response: Type.Object({ result: Type.Object({ modifiedCount: Type.Integer() }) }),
  },
  setBlocked: {
    method: 'PUT',
    path: '/user/blocked/:email',
    policy: 'admin',
    permissions: ['customers'],
    summary: 'Block an account, which ends its sessions, keys, links, holds and unpaid orders, or let it sign in again',
    params: EmailParams,
    body: strictObject({ blocked: Type.Boolean() }),
    response: Type.Object({ result: Type.Object({ modifiedCount: Type.Integer() }) }),
  },
})

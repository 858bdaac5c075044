import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { EmailParams, Id, nullable } from '../basics/fields.ts'

/** Rows of the lists of accounts and networks: those with the most set aside, and further accounts where they have much. */
export const SET_ASIDE_ROWS = 100

const figures = {
  lines: Type.Integer({ description: 'Unpaid orders and live holds; each order of a group counts' }),
  pieces: Type.Integer(),
  total: Type.Number({ description: 'Their sum in US dollars' }),
  largestShare: Type.Number({ description: "Largest share of one part's stock that is set aside, 0 to 1" }),
}

/** Unpaid orders and holds of one account. */
export const AccountSetAside = Type.Object({
  email: Type.String(),
  isStaff: Type.Boolean({ description: 'Has a role or permissions: only admins release and block this account' }),
  trust: Type.Enum(['unconfirmed', 'confirmed', 'paid']),
  blocked: Type.Boolean(),
  large: Type.Boolean({ description: 'Much for one account, whatever it has paid before' }),
  bills: Type.Integer({ description: 'Unpaid orders and live holds; orders of one group count as one' }),
  ...figures,
  network: nullable(
    Type.String({ description: 'Where most of it was set aside from; null for an account that had paid several orders before' }),
  ),
  until: nullable(Type.String({ format: 'date-time', description: 'When the last of it goes back into stock unless it is paid' })),
})
export type AccountSetAside = Static<typeof AccountSetAside>

/** A part of which accounts that have never paid have set aside nearly as much as they may. */
export const CrowdedPart = Type.Object({
  partsId: Id,
  name: Type.String(),
  partNumber: Type.String(),
  pieces: Type.Integer({ description: 'That they have set aside together' }),
  available: Type.Integer({ description: 'Pieces that are left' }),
})
export type CrowdedPart = Static<typeof CrowdedPart>

/** Unpaid orders and holds of the accounts of one network that have not paid several orders before. */
export const NetworkSetAside = Type.Object({ network: Type.String(), accounts: Type.Integer(), ...figures })
export type NetworkSetAside = Static<typeof NetworkSetAside>

export const setAsideCalls = defineCalls('Set aside', 'setAside', {
  all: {
    method: 'GET',
    path: '/setAside',
    policy: 'admin',
    permissions: ['customers'],
    summary: `Who has pieces set aside without paying: the ${SET_ASIDE_ROWS} accounts and networks with the highest sum, all large accounts, and parts that new accounts have crowded`,
    response: Type.Object({ accounts: Type.Array(AccountSetAside), networks: Type.Array(NetworkSetAside), parts: Type.Array(CrowdedPart) }),
  },
  release: {
    method: 'DELETE',
    path: '/setAside/:email',
    policy: 'admin',
    permissions: ['customers'],
    summary: 'Give back all that an account has set aside: its holds and unpaid orders',
    params: EmailParams,
    response: Type.Object({
      releasedHolds: Type.Integer(),
      cancelledOrders: Type.Integer(),
      cancelling: Type.Integer({ description: 'Payments in progress; their orders are cancelled once the provider has ended them' }),
    }),
  },
})

import Type, { type Static } from 'typebox'
import { apiScopes } from './api-keys.ts'
import { defineCalls } from '../basics/call.ts'
import { Id, nullable } from '../basics/fields.ts'
import { Permissions, Role } from './users.ts'

/** Whose access token or API key a call carries. `apiKey` is null for a person in a browser. */
export const Me = Type.Object({
  id: Id,
  email: Type.String(),
  displayName: Type.String(),
  role: Role,
  permissions: Permissions,
  apiKey: nullable(
    Type.Object({
      name: Type.String(),
      prefix: Type.String({ description: 'The first characters of the key' }),
      scopes: Type.Array(Type.Enum(apiScopes)),
      callsPerMinute: Type.Integer({ description: 'Calls that the key may make in a minute' }),
    }),
  ),
})
export type Me = Static<typeof Me>

/** In a separate file, because public pages carry the calls of `users.ts`. */
export const meCalls = defineCalls('Users', 'me', {
  me: {
    method: 'GET',
    path: '/me',
    policy: 'session',
    scopes: 'any',
    summary: 'Whose access token or API key this is, and what the key may do',
    response: Me,
  },
})

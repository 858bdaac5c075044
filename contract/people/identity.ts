import Type, { type Static } from 'typebox'
import { defineCalls, type Call } from '../basics/call.ts'
import { CHARACTER, Email, MESSAGE, nullable, requiredText, strictObject, text } from '../basics/fields.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { Identity } from './users.ts'

/** At least 8 characters with upper case, lower case, a digit and a special character. Specification section 5. */
export const PASSWORD_PATTERN = `^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)(?=.*[^A-Za-z0-9\\s])${CHARACTER}*$`

const NewPassword = Type.String({
  minLength: PASSWORD_MIN_LENGTH,
  maxLength: PASSWORD_MAX_LENGTH,
  pattern: PASSWORD_PATTERN,
  [MESSAGE]: messages.passwordWeak,
})

/** A password at sign-in, not validated by the schema. */
const Password = text(PASSWORD_MAX_LENGTH, { minLength: 1, [MESSAGE]: messages.passwordRequired })

export const Registration = strictObject({
  name: requiredText(TEXT_LIMITS.name, messages.nameRequired),
  email: Email,
  password: NewPassword,
})
export type Registration = Static<typeof Registration>

export const Credentials = strictObject({ email: Email, password: Password })
export type Credentials = Static<typeof Credentials>

/** A new password for an account whose current one is known. */
export const PasswordChange = strictObject({
  currentPassword: Password,
  newPassword: NewPassword,
  endOtherSessions: Type.Optional(Type.Boolean({ description: 'End every other session of the account, and its access tokens' })),
})
export type PasswordChange = Static<typeof PasswordChange>

/** External identity providers. `sample` is a trial shop's built-in one. */
export const IdentityProviderId = Type.Enum(['google', 'oidc', 'sample'])
export type IdentityProviderId = Static<typeof IdentityProviderId>

/** The providers of this shop; `name` is the one on the button. */
export const IdentityProviders = Type.Object({
  google: Type.Boolean(),
  oidc: nullable(Type.Object({ name: Type.String() })),
  sample: Type.Boolean(),
})
export type IdentityProviders = Static<typeof IdentityProviders>

/** The BroadcastChannel on which the window of an external sign-in reports its result to the shop's pages. */
export const EXTERNAL_SIGN_IN_CHANNEL = 'outside-sign-in'
export type ExternalSignInOutcome = { signedIn: true } | { signedIn: false; message: string }

const HtmlPage = Type.String({ description: 'A page (text/html)' })

const tag = 'Identity'
const Done = Type.Object({ status: Type.Boolean() })

/**
 * The identity calls. They create, use and end the identity session, an HttpOnly cookie; `PUT /user/{email}` exchanges
 * it for the access token of all other calls.
 */
export const identityCalls = defineCalls(tag, 'identity', {
  register: {
    method: 'POST',
    path: '/auth/sign-up/email',
    policy: 'public',
    summary: 'Register with email and password; a verification mail is sent and the identity session begins',
    body: Registration,
    response: Type.Object({ identity: Identity }),
  },
  signIn: {
    method: 'POST',
    path: '/auth/sign-in/email',
    policy: 'public',
    summary: 'Sign in with email and password; the identity session begins',
    body: Credentials,
    response: Type.Object({ identity: Identity }),
  },
  signInWithLink: {
    method: 'POST',
    path: '/auth/sign-in/link',
    policy: 'public',
    summary: 'Sign in with the token of the mail about an account that wrong passwords have locked, once; the identity session begins',
    body: strictObject({ token: text(200, { minLength: 1 }) }),
    response: Type.Object({ identity: Identity }),
  },
  current: {
    method: 'GET',
    path: '/auth/get-session',
    policy: 'public',
    summary: 'Who the identity session belongs to; null when there is none',
    response: Type.Object({ identity: Type.Union([Identity, Type.Null()]) }),
  },
  signOut: {
    method: 'POST',
    path: '/auth/sign-out',
    policy: 'public',
    summary: 'End the identity session and every access token that came from it',
    response: Done,
  },
  signOutEverywhere: {
    method: 'POST',
    path: '/auth/sign-out-everywhere',
    policy: 'session',
    summary:
      "End every identity session of the caller, this one included, every access token that came from them, and every private link to the caller's quotes",
    response: Done,
  },
  forgetPassword: {
    method: 'POST',
    path: '/auth/request-password-reset',
    policy: 'public',
    summary: 'Ask for a mail to set a new password; answers alike for known and unknown addresses',
    body: strictObject({ email: Email }),
    response: Done,
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    policy: 'public',
    summary:
      "Set a new password with the mail's token; every session and private link of the person ends, and so does every other such token; the address is confirmed by it, and an account whose address nobody had confirmed is emptied",
    body: strictObject({ token: text(200, { minLength: 1 }), newPassword: NewPassword }),
    response: Done,
  },
  changePassword: {
    method: 'PUT',
    path: '/auth/password',
    policy: 'session',
    summary: 'Set a new password by the current one; mailed links end, and, if wanted, every other session of the account',
    body: PasswordChange,
    response: Done,
  },
  sendVerification: {
    method: 'POST',
    path: '/auth/send-verification-email',
    policy: 'session',
    summary: 'Send the verification mail once more',
    response: Done,
  },
  verifyEmail: {
    method: 'POST',
    path: '/auth/verify-email',
    policy: 'public',
    summary: "Confirm an email address with the mail's token, in a browser that is signed in to the account of that address",
    body: strictObject({ token: text(2_000, { minLength: 1 }) }),
    response: Done,
  },
  externalProviders: {
    method: 'GET',
    path: '/auth/outside',
    policy: 'public',
    summary: 'Where people can sign in with an account they have elsewhere',
    response: IdentityProviders,
  },
  externalStart: {
    method: 'GET',
    path: '/auth/outside/:issuer/start',
    policy: 'public',
    summary: "For a browser's window: begin to sign in at an external issuer; leads there (302)",
    params: Type.Object({ issuer: IdentityProviderId }),
    response: HtmlPage,
  },
  externalCallback: {
    method: 'GET',
    path: '/auth/outside/:issuer/callback',
    policy: 'public',
    summary: 'Where an external issuer sends the browser back to; the identity session begins',
    params: Type.Object({ issuer: IdentityProviderId }),
    response: HtmlPage,
  },
})

/** The page of a trial shop's sample identity provider. */
export const sampleIssuerCall = {
  method: 'GET',
  path: '/auth/sample-issuer',
  policy: 'public',
  tag,
  operationId: 'identitySampleIssuer',
  summary: 'Trial mode: choose a sample person to sign in as',
  query: Type.Object({ state: text(200, { minLength: 1 }) }),
  response: HtmlPage,
} as const satisfies Call

import type { FastifyBaseLogger } from 'fastify'
import * as openid from 'openid-client'
import type { OutsideIssuerId } from '#contract/identity.ts'
import { ShopError } from '../../errors.ts'
import type { Attempt, OutsideIssuer, OutsidePerson } from './issuer.ts'

export type OpenIdSettings = {
  id: OutsideIssuerId
  /** The issuer as it calls itself. */
  issuer: string
  clientId: string
  clientSecret: string
  redirectUri: string
  /** Sent along when somebody is sent to the issuer. */
  parameters?: Record<string, string>
}

/** All questions to the issuer for one answer of ours. */
const DEADLINE_MS = 8_000
/** The issuer's own description of itself is asked for again after so long. */
const DESCRIPTION_MS = 10 * 60_000
const SCOPE = 'openid email profile'

/** Errors by which the issuer fails, or the way there; everything else is an answer that proves nothing. */
const UNREACHABLE = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/**
 * An OpenID Connect issuer: authorization code with state, nonce and PKCE. Of the ID token the issuer, the audience,
 * the expiry, the nonce and the signature are checked, although it comes straight from the issuer.
 */
export function openIdIssuer(settings: OpenIdSettings, log: FastifyBaseLogger): OutsideIssuer {
  let described: { metadata: openid.ServerMetadata; until: number } | undefined

  async function configure(): Promise<openid.Configuration> {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    if (!described || described.until < performance.now()) {
      described = { metadata: await describe(settings, signal), until: performance.now() + DESCRIPTION_MS }
    }
    const authentication = authenticate(settings.clientSecret)
    const configuration = new openid.Configuration(described.metadata, settings.clientId, {}, authentication)
    configuration[openid.customFetch] = fetchUntil(signal)
    if (isPlainHttp(settings.issuer)) openid.allowInsecureRequests(configuration)
    openid.enableNonRepudiationChecks(configuration)
    return configuration
  }

  const explain = (error: unknown): ShopError => {
    const refusal = refusalOf(error)
    if (refusal.code !== 'OUTSIDE_CANCELLED') {
      log.warn({ issuer: settings.issuer, reason: reasonOf(error) }, 'an outside sign-in failed')
    }
    return refusal
  }

  return {
    id: settings.id,
    key: settings.id === 'google' ? 'google' : settings.issuer,

    async addressFor({ state, nonce, codeVerifier }) {
      try {
        const address = openid.buildAuthorizationUrl(await configure(), {
          ...settings.parameters,
          redirect_uri: settings.redirectUri,
          scope: SCOPE,
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        })
        return address.href
      } catch (error) {
        throw explain(error)
      }
    },

    async readPerson(callback, attempt) {
      try {
        return await exchangeCode(await configure(), callback, attempt)
      } catch (error) {
        throw explain(error)
      }
    },
  }
}

async function exchangeCode(
  configuration: openid.Configuration,
  callback: URL,
  { state, nonce, codeVerifier }: Attempt,
): Promise<OutsidePerson> {
  const tokens = await openid.authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()!
  // Some issuers tell more than the subject only when asked once more.
  const isTerse = claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
  const told = isTerse ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims
  const { email, name } = told
  return {
    subject: claims.sub,
    email: typeof email === 'string' ? email : undefined,
    emailVerified: told['email_verified'] === true || told['email_verified'] === 'true',
    name: typeof name === 'string' ? name : undefined,
  }
}

/** The issuer does not answer, or not as the issuer that was configured; the message says why. */
export class IssuerUnusable extends Error {}

/**
 * The issuer's description of itself.
 * @throws IssuerUnusable
 */
export async function describe(
  { issuer, clientId }: Pick<OpenIdSettings, 'issuer' | 'clientId'>,
  signal = AbortSignal.timeout(DEADLINE_MS),
): Promise<openid.ServerMetadata> {
  const options = {
    [openid.customFetch]: fetchUntil(signal),
    ...(isPlainHttp(issuer) && { execute: [openid.allowInsecureRequests] }),
  }
  const discovering = openid.discovery(new URL(issuer), clientId, {}, openid.None(), options)
  const configuration = await discovering.catch((error: unknown) => {
    throw new IssuerUnusable(reasonOf(error), { cause: error })
  })
  const metadata = configuration.serverMetadata()
  const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter((name) => !metadata[name])
  if (missing.length > 0) throw new IssuerUnusable(`its description has no ${missing.join(', ')}`)
  return metadata
}

/** Why an issuer could not be used, without anything that is secret or a person's. */
function reasonOf(error: unknown): string {
  if (error instanceof openid.ResponseBodyError) return `${error.status} ${error.error}`
  if (!(error instanceof Error)) return 'unknown'
  const { cause, message } = error
  if (!isRecord(cause)) return message
  if (cause['attribute'] === 'issuer' && isRecord(cause['body'])) {
    return `${message}; it calls itself ${String(cause['body']['issuer'])}`
  }
  return 'code' in cause ? `${message} (${String(cause['code'])})` : message
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function refusalOf(error: unknown): ShopError {
  if (error instanceof IssuerUnusable) return new ShopError('OUTSIDE_UNAVAILABLE')
  if (error instanceof openid.AuthorizationResponseError && error.error === 'access_denied') {
    return new ShopError('OUTSIDE_CANCELLED')
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  // `fetch` itself fails with a TypeError that has no code.
  const isUnreachable = code === undefined ? error instanceof TypeError : UNREACHABLE.has(code)
  return new ShopError(isUnreachable ? 'OUTSIDE_UNAVAILABLE' : 'OUTSIDE_FAILED')
}

const isPlainHttp = (issuer: string) => issuer.startsWith('http:')

const fetchUntil =
  (signal: AbortSignal): openid.CustomFetch =>
  (url, options) =>
    // Its body may be of one kind more than the platform's types know.
    fetch(url, { ...options, signal } as RequestInit)

/** The secret goes where the issuer wants it; in the header when it does not say, as the standard has it. */
const authenticate =
  (secret: string): openid.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? []
    const isPosted = methods.includes('client_secret_post')
    const send = isPosted ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret)
    send(server, ...rest)
  }

import type { FastifyBaseLogger } from 'fastify'
import * as openid from 'openid-client'
import type { IdentityProviderId } from '#contract/people/identity.ts'
import { ShopError } from '../../errors.ts'
import type { Attempt, IdentityProvider, ExternalUser } from './issuer.ts'

export type OpenIdSettings = {
  id: IdentityProviderId
  /** The issuer's own identifier. */
  issuer: string
  clientId: string
  clientSecret: string
  redirectUri: string
  parameters?: Record<string, string>
}

/** For all requests to the issuer within one of our answers. */
const DEADLINE_MS = 8_000
/**
 * Lifetime of the cached description for redirects. A callback is checked against a fresh description, because the issuer
 * may have changed its algorithm, keys or addresses in the meantime.
 */
const DESCRIPTION_MS = 10 * 60_000
/** Algorithms of an issuer that names none. OpenID Connect Discovery 1.0, section 3. */
const USUAL_ALGORITHMS = ['RS256']
const SCOPE = 'openid email profile'

/** Errors of the issuer or the network; every other error is an answer that proves nothing. */
const UNREACHABLE = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/**
 * An OpenID Connect issuer: authorization code with state, nonce and PKCE. The ID token's issuer, audience, expiry, nonce
 * and signature are checked, although it comes directly from the issuer.
 */
export function openIdIssuer(settings: OpenIdSettings, log: FastifyBaseLogger): IdentityProvider {
  let described: { metadata: openid.ServerMetadata; until: number } | undefined

  async function configure({ freshly }: { freshly: boolean }): Promise<openid.Configuration> {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    if (freshly || !described || described.until < performance.now()) {
      described = { metadata: await describe(settings, signal), until: performance.now() + DESCRIPTION_MS }
    }
    const authentication = authenticate(settings.clientSecret)
    const { metadata } = described
    // An issuer that signs user info without naming an algorithm uses the algorithms of its ID tokens.
    const { id_token_signing_alg_values_supported: usual = USUAL_ALGORITHMS } = metadata
    const server = { userinfo_signing_alg_values_supported: usual, ...metadata }
    const configuration = new openid.Configuration(server, settings.clientId, {}, authentication)
    configuration[openid.customFetch] = fetchUntil(signal)
    if (isPlainHttp(settings.issuer)) openid.allowInsecureRequests(configuration)
    openid.enableNonRepudiationChecks(configuration)
    return configuration
  }

  const explain = (error: unknown): ShopError => {
    const refusal = refusalOf(error)
    if (refusal.code !== 'EXTERNAL_CANCELLED') {
      log.warn({ issuer: settings.issuer, reason: reasonOf(error) }, 'an outside sign-in failed')
    }
    return refusal
  }

  return {
    id: settings.id,
    key: settings.id === 'google' ? 'google' : settings.issuer,

    async addressFor({ state, nonce, codeVerifier }) {
      try {
        const address = openid.buildAuthorizationUrl(await configure({ freshly: false }), {
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
        return await exchangeCode(await configure({ freshly: true }), callback, attempt)
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
): Promise<ExternalUser> {
  const tokens = await openid.authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()!
  // Some issuers return more than the subject only from the user info endpoint.
  const isTerse = claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
  const userInfo = isTerse ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims
  const { email, name } = userInfo
  return {
    subject: claims.sub,
    email: typeof email === 'string' ? email : undefined,
    emailVerified: userInfo['email_verified'] === true || userInfo['email_verified'] === 'true',
    name: typeof name === 'string' ? name : undefined,
  }
}

/** The issuer does not answer, or does not match the configured one; the message says why. */
export class IssuerUnusable extends Error {}

/**
 * The issuer's discovery document.
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

/** The check that failed, or why the issuer could not be reached; without secrets and personal data. */
function reasonOf(error: unknown): string {
  if (error instanceof openid.ResponseBodyError) return `${error.status} ${errorCode(error.error)}`
  if (error instanceof openid.AuthorizationResponseError) return `it answered ${errorCode(error.error)}`
  if (!(error instanceof Error)) return 'unknown'
  const { cause, message } = error
  if (isOfLibrary(cause)) return `${message}: ${reasonOf(cause)}`
  if (!isRecord(cause)) return message
  if (cause['attribute'] === 'issuer' && isRecord(cause['body'])) {
    return `${message}; it calls itself ${String(cause['body']['issuer'])}`
  }
  if (isRecord(cause['header']) && 'expected' in cause) {
    return `${message}: ${errorCode(cause['header']['alg'])} where ${[cause['expected']].flat().join(' or ')} is expected`
  }
  return 'code' in cause ? `${message} (${String(cause['code'])})` : message
}

/** The library's messages name a check. Those of errors it wraps may quote what was sent. */
const isOfLibrary = (error: unknown) => error instanceof Error && 'code' in error && String(error.code).startsWith('OAUTH_')

/** A standard error code; no other received text is repeated. */
const errorCode = (text: unknown) => (/^[\w.-]{1,60}$/.test(String(text)) ? String(text) : 'something else than a code')

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function refusalOf(error: unknown): ShopError {
  if (error instanceof IssuerUnusable) return new ShopError('EXTERNAL_UNAVAILABLE')
  if (error instanceof openid.AuthorizationResponseError && error.error === 'access_denied') {
    return new ShopError('EXTERNAL_CANCELLED')
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  // `fetch` itself fails with a TypeError that has no code.
  const isUnreachable = code === undefined ? error instanceof TypeError : UNREACHABLE.has(code)
  return new ShopError(isUnreachable ? 'EXTERNAL_UNAVAILABLE' : 'EXTERNAL_FAILED')
}

const isPlainHttp = (issuer: string) => issuer.startsWith('http:')

const fetchUntil =
  (signal: AbortSignal): openid.CustomFetch =>
  (url, options) =>
    // Its body type is wider than the one in the platform's types.
    fetch(url, { ...options, signal } as RequestInit)

/** Sends the secret where the issuer expects it; in the header by default, as in the standard. */
const authenticate =
  (secret: string): openid.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? []
    const isPosted = methods.includes('client_secret_post')
    const send = isPosted ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret)
    send(server, ...rest)
  }

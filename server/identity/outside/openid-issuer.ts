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
/**
 * How long an issuer's description of itself serves to send browsers there. What comes back is checked by a description
 * that was asked for just then: an issuer may have changed its algorithm, keys or addresses meanwhile.
 */
const DESCRIPTION_MS = 10 * 60_000
/** What an issuer signs with that names no algorithm. OpenID Connect Discovery 1.0, section 3. */
const USUAL_ALGORITHMS = ['RS256']
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

  async function configure({ freshly }: { freshly: boolean }): Promise<openid.Configuration> {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    if (freshly || !described || described.until < performance.now()) {
      described = { metadata: await describe(settings, signal), until: performance.now() + DESCRIPTION_MS }
    }
    const authentication = authenticate(settings.clientSecret)
    const { metadata } = described
    // An issuer that signs claims about people without saying how uses the algorithms of its ID tokens.
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

/** Which check failed, or what kept the issuer from being asked; without anything that is secret or a person's. */
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

/** Messages of the library name a check. Those of what it caught may quote what was sent. */
const isOfLibrary = (error: unknown) => error instanceof Error && 'code' in error && String(error.code).startsWith('OAUTH_')

/** A code of a standard; anything else that somebody sent is not repeated. */
const errorCode = (text: unknown) => (/^[\w.-]{1,60}$/.test(String(text)) ? String(text) : 'something else than a code')

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

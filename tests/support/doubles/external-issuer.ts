import { randomUUID } from 'node:crypto'
import { Events, OAuth2Server, type MutableResponse, type MutableToken } from 'oauth2-mock-server'

/** An OpenID Connect issuer on loopback, over HTTP, and its data of the next person who signs in. */
export type TestIdentityProvider = {
  url: string
  server: OAuth2Server
  /** Claims of every token from now on; one that is undefined is left out. */
  claims: Record<string, unknown>
  /** Further claims of the user info endpoint. */
  userInfo: Record<string, unknown>
  /** Changes the answer of the token endpoint. */
  answer: (response: MutableResponse) => void
  /** Changes the issuer's discovery document. */
  description: (response: MutableResponse) => void
  /** From now on the issuer signs with a new key, for this algorithm, and publishes it. */
  signWith(algorithm: string): Promise<void>
  /** From now on the user info endpoint answers with a JWT; `change` may corrupt it. */
  signUserInfo(change?: (token: string) => string): void
  stop(): Promise<void>
}

/** A new key replaces the one of the same name. */
const KEY_ID = 'the-key'

/** A new person with a confirmed address. */
export const externalUser = (name = 'Olga') => {
  const id = randomUUID().slice(0, 8)
  return { sub: `${name.toLowerCase()}-${id}`, email: `${name.toLowerCase()}-${id}@example.com`, email_verified: true, name }
}

export async function startExternalIssuer(): Promise<TestIdentityProvider> {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256', { kid: KEY_ID })
  await server.start(0, '127.0.0.1')
  const described: Record<string, unknown> = {}
  const issuer: TestIdentityProvider = {
    url: server.issuer.url!,
    server,
    claims: externalUser(),
    userInfo: {},
    answer: () => {},
    description: () => {},
    signWith: async (algorithm) => {
      await server.issuer.keys.generate(algorithm, { kid: KEY_ID })
      described['id_token_signing_alg_values_supported'] = [algorithm]
    },
    signUserInfo: (change = (token) => token) => {
      const path = `/signed-userinfo-${randomUUID()}`
      described['userinfo_endpoint'] = `${server.issuer.url}${path}`
      server.service.addRoute('GET', path, async (_request, response) => {
        const told = { sub: issuer.claims['sub'], ...issuer.userInfo }
        const token = await server.issuer.buildToken({ scopesOrTransform: (_header, payload) => void Object.assign(payload, told) })
        response.setHeader('content-type', 'application/jwt')
        response.end(change(token))
      })
    },
    stop: () => server.stop(),
  }
  server.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => void Object.assign(payload, issuer.claims))
  server.service.on(Events.BeforeUserinfo, (response: MutableResponse) => {
    response.body = { sub: issuer.claims['sub'], ...issuer.userInfo }
  })
  server.service.on(Events.BeforeResponse, (response: MutableResponse) => issuer.answer(response))
  server.service.on(Events.BeforeWellKnownOpenIdConfiguration, (response: MutableResponse) => {
    Object.assign(response.body, described)
    issuer.description(response)
  })
  return issuer
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startExternalIssuer, type TestIdentityProvider } from '#tests/support/doubles/external-issuer.ts'
import { checkSignIn } from './check-sign-in.ts'

let issuer: TestIdentityProvider

beforeAll(async () => {
  issuer = await startExternalIssuer()
})
afterAll(() => issuer.stop())

const settings = (address: string) => ({
  shopUrl: 'https://parts.example.com',
  google: undefined,
  oidc: { name: 'Acme', issuer: address, clientId: 'shop', clientSecret: 'acme-secret' },
})

test('a shop without issuers, and one whose issuer answers, pass the check', async () => {
  expect(await checkSignIn({ ...settings(''), oidc: undefined })).toBeUndefined()
  expect(await checkSignIn(settings(issuer.url))).toBeUndefined()
})

test('an issuer that does not answer is named, with the reason', async () => {
  const problem = await checkSignIn(settings('http://127.0.0.1:9'))

  expect(problem).toMatch(/^Sign-in at http:\/\/127\.0\.0\.1:9 does not work: .+\.$/)
  expect(problem).not.toContain('acme-secret')
})

test('an issuer with a different name or an incomplete description is named', async () => {
  issuer.description = ({ body }) => void Object.assign(body, { issuer: 'https://login.example.com/' })
  expect(await checkSignIn(settings(issuer.url))).toContain('it calls itself https://login.example.com/')

  issuer.description = ({ body }) => void Object.assign(body, { jwks_uri: undefined })
  expect(await checkSignIn(settings(issuer.url))).toContain('jwks_uri')

  issuer.description = (response) => void (response.statusCode = 404)
  expect(await checkSignIn(settings(issuer.url))).toContain(issuer.url)
})

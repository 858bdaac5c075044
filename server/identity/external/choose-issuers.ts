import type { FastifyBaseLogger } from 'fastify'
import type { IdentityProviderId, IdentityProviders } from '#contract/people/identity.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { callbackAddress, type IdentityProvider } from './issuer.ts'
import { openIdIssuer, type OpenIdSettings } from './openid-issuer.ts'
import { sampleIssuer } from './sample-issuer.ts'

/** The configured issuers, and in trial mode the sample issuer instead of Google. */
export function offeredIssuers({ mode, google, oidc }: Pick<Settings, 'mode' | 'google' | 'oidc'>): IdentityProviders {
  return {
    google: google !== undefined,
    oidc: oidc ? { name: oidc.name } : null,
    sample: mode === 'trial' && google === undefined,
  }
}

export function chooseIssuers(settings: Settings, log: FastifyBaseLogger): Map<IdentityProviderId, IdentityProvider> {
  const issuers: IdentityProvider[] = configuredIssuers(settings).map((issuer) => openIdIssuer(issuer, log))
  if (offeredIssuers(settings).sample) issuers.push(sampleIssuer)
  return new Map(issuers.map((issuer) => [issuer.id, issuer]))
}

export function configuredIssuers(settings: Pick<Settings, 'shopUrl' | 'google' | 'oidc'>): OpenIdSettings[] {
  const { shopUrl, google, oidc } = settings
  const issuers: OpenIdSettings[] = []
  if (google) {
    // A user with several Google accounts chooses one at every sign-in.
    const parameters = { prompt: 'select_account' }
    issuers.push({ ...google, id: 'google', redirectUri: callbackAddress(shopUrl, 'google'), parameters })
  }
  if (oidc) issuers.push({ ...oidc, id: 'oidc', redirectUri: callbackAddress(shopUrl, 'oidc') })
  return issuers
}

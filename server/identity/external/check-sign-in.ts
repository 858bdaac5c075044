import type { Settings } from '../../platform/settings/settings.ts'
import { configuredIssuers } from './choose-issuers.ts'
import { describe, IssuerUnusable } from './openid-issuer.ts'

export async function checkSignIn(settings: Pick<Settings, 'shopUrl' | 'google' | 'oidc'>): Promise<string | undefined> {
  const problems = await Promise.all(
    configuredIssuers(settings).map(({ issuer, clientId }) =>
      describe({ issuer, clientId }).then(
        () => undefined,
        (error: unknown) => {
          if (!(error instanceof IssuerUnusable)) throw error
          return `Sign-in at ${issuer} does not work: ${error.message}.`
        },
      ),
    ),
  )
  return problems.filter((problem) => problem !== undefined).join(' ') || undefined
}

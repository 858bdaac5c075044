import type { IdentityProviders } from '#contract/people/identity.ts'
import { ProviderButton } from '#app/identity/provider-button.tsx'
import { loginWords as words } from '#app/words/login.ts'

/**
 * 'Continue With Google' with its own error under it (specification section 8); in a trial shop without Google, the
 * sample identity provider is used.
 */
export function GoogleButton({ issuers }: { issuers: IdentityProviders | undefined }) {
  const sample = issuers?.sample ? 'sample' : undefined
  return (
    <ProviderButton issuer={issuers?.google ? 'google' : sample} name={words.googleName} hint={sample && words.googleSample}>
      <GoogleMark />
      {words.google}
    </ProviderButton>
  )
}

const GoogleMark = () => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
    <path fill="#4285f4" d="M22.5 12.3c0-.8-.1-1.6-.2-2.3H12v4.4h5.9a5 5 0 0 1-2.2 3.3v2.8h3.6c2.1-2 3.2-4.8 3.2-8.2Z" />
    <path fill="#34a853" d="M12 23c3 0 5.5-1 7.3-2.6l-3.6-2.8a6.6 6.6 0 0 1-9.9-3.5H2.2V17A11 11 0 0 0 12 23Z" />
    <path fill="#fbbc05" d="M5.8 14.1a6.6 6.6 0 0 1 0-4.2V7H2.2a11 11 0 0 0 0 10l3.6-2.9Z" />
    <path fill="#ea4335" d="M12 5.4c1.6 0 3.1.6 4.2 1.6l3.2-3.2A11 11 0 0 0 2.2 7l3.6 2.9A6.6 6.6 0 0 1 12 5.4Z" />
  </svg>
)

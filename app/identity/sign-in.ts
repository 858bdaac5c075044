import type { Identity } from '#contract/people/users.ts'
import { sessionKeeper } from '#app/identity/browser-session.ts'
import { toast } from '#app/ui/toast.ts'
import { signInWords } from '#app/words/sign-in.ts'

/**
 * Signs in by the call that starts the identity session, then fetches the access token and welcomes the person.
 * Specification section 4, "After sign-in or registration".
 * @param onIdentity is called as soon as the identity session exists, before the token is fetched.
 * @throws what the calls throw.
 */
export async function signInWith(begin: () => Promise<{ identity: Identity }>, onIdentity?: () => void): Promise<void> {
  await sessionKeeper.readyToSignIn()
  const { identity } = await begin()
  onIdentity?.()
  await sessionKeeper.begin(identity)
  toast.success(signInWords.welcome(identity.displayName))
}

import { useQuery } from '@tanstack/react-query'
import { apiKeyCalls } from '#contract/people/api-keys.ts'
import { webhookCalls } from '#contract/people/webhooks.ts'
import { punchoutCalls } from '#contract/quotes/punchout.ts'
import { readOf } from '#app/api/queries.ts'
import { useIsEmailKnown } from '#app/identity/email-unconfirmed.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ProfilePunchout } from '#app/punchout/profile-punchout.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { ProfileApiKeys } from '#app/users/profile-api-keys.tsx'
import { ProfileWebhooks } from '#app/webhooks/profile-webhooks.tsx'
import { profileWords as words } from '#app/words/profile.ts'

export const meta = pageMeta(words.developers)

/** What a person's programs use the shop with. */
export default function ProfileDevelopers() {
  const isEmailKnown = useIsEmailKnown()
  // Shown at once, so that the panels below do not move when one above is loaded.
  const keys = useQuery(readOf(apiKeyCalls.mine))
  const hooks = useQuery(readOf(webhookCalls.mine))
  const systems = useQuery(readOf(punchoutCalls.mine))
  const isReady = isEmailKnown && !keys.isPending && !hooks.isPending && !systems.isPending

  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead noTable title={words.developers} lead={words.developersAbout} />
      {isReady ? (
        <>
          <ProfileApiKeys />
          <ProfileWebhooks />
          <ProfilePunchout />
        </>
      ) : (
        <Skeleton />
      )}
    </section>
  )
}

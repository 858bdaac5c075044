import { useMutation } from '@tanstack/react-query'
import { identityCalls } from '#contract/people/identity.ts'
import { callApi } from '#app/api/api.ts'
import { failureText } from '#app/ui/failure.tsx'
import { useSession } from '#app/identity/session.tsx'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { profileWords as words } from '#app/words/profile.ts'

/** Ends all sessions of the user, this browser's last: after a failure the user is still signed in and can retry. */
export function ProfileSessions() {
  const { signOut } = useSession()
  const leaving = useMutation({
    mutationFn: () => callApi(identityCalls.signOutEverywhere),
    onSuccess: async () => {
      toast.success(words.signedOutEverywhere)
      await signOut()
    },
    onError: (error) => toast.error(failureText(error)),
  })

  return (
    <Panel className="panel-dense">
      <div className="grid gap-2 justify-items-start">
        <h3 className="font-semibold">{words.sessions}</h3>
        <p className="text-soft">{words.sessionsExplained}</p>
        <Button variant="secondary" busy={leaving.isPending} onClick={() => leaving.mutate()}>
          {words.signOutEverywhere}
        </Button>
      </div>
    </Panel>
  )
}

import { setAsideCalls } from '#contract/set-aside.ts'
import { callApi } from '#app/api.ts'
import { ConfirmedAction } from '#app/confirmed-action.tsx'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { setAsideWords as words } from '#app/words/set-aside.ts'

/** Cancels the unpaid orders and holds of an account. */
export function ReleaseSetAside({ email }: { email: string }) {
  return (
    <ConfirmedAction
      renderButton={(ask) => (
        <Button variant="secondary" aria-label={words.releaseLabel(email)} onClick={ask}>
          {words.release}
        </Button>
      )}
      question={words.question(email)}
      send={() => callApi(setAsideCalls.release, { params: { email } })}
      onDone={({ cancelling }) => {
        toast.success(words.released(email))
        if (cancelling > 0) toast.info(words.cancelling)
      }}
      changes={[setAsideCalls.all]}
    >
      {words.consequences}
    </ConfirmedAction>
  )
}

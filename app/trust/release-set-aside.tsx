import { setAsideCalls } from '#contract/people/set-aside.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { toast } from '#app/ui/toast.ts'
import { setAsideWords as words } from '#app/words/set-aside.ts'

/** Cancels the unpaid orders and holds of an account. */
export function ReleaseSetAside({ email }: { email: string }) {
  return (
    <ConfirmedAction
      button={words.release}
      buttonLabel={words.releaseLabel(email)}
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

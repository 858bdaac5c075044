import type { CallResponse } from '#contract/basics/call.ts'
import { customerCalls } from '#contract/people/customers.ts'
import { setAsideCalls } from '#contract/people/set-aside.ts'
import { userCalls } from '#contract/people/users.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { blockAccountWords as words } from '#app/words/block-account.ts'

/** Blocks an account after a question, or unblocks it. */
export function BlockAccount({ email, blocked }: { email: string; blocked: boolean }) {
  const action = {
    send: () => callApi(userCalls.setBlocked, { params: { email }, body: { blocked: !blocked } }),
    onDone: ({ result }: CallResponse<typeof userCalls.setBlocked>) => {
      if (result.modifiedCount === 0) toast.info(words.unchanged)
      else toast.success(blocked ? words.unblocked(email) : words.blocked(email))
    },
    changes: [userCalls.all, setAsideCalls.all, customerCalls.one, customerCalls.page],
  }
  const unblock = useAction(action)

  if (blocked) {
    return (
      <Button variant="secondary" busy={unblock.isRunning} aria-label={words.unblockLabel(email)} onClick={() => unblock.run()}>
        {words.unblock}
      </Button>
    )
  }
  return (
    <ConfirmedAction {...action} button={words.block} buttonLabel={words.blockLabel(email)} question={words.question(email)}>
      {words.consequences}
    </ConfirmedAction>
  )
}

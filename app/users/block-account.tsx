import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setAsideCalls } from '#contract/set-aside.ts'
import { userCalls } from '#contract/users.ts'
import { callApi } from '#app/api.ts'
import { toastFailure } from '#app/failure.tsx'
import { keyOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { toast } from '#app/ui/toast.ts'
import { blockAccountWords as words } from '#app/words/block-account.ts'

/** Blocks an account after asking, or lets its person sign in again. */
export function BlockAccount({ email, blocked }: { email: string; blocked: boolean }) {
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const change = useMutation({
    mutationFn: () => callApi(userCalls.setBlocked, { params: { email }, body: { blocked: !blocked } }),
    onSuccess: ({ result }) => {
      if (result.modifiedCount === 0) toast.info(words.unchanged)
      else toast.success(blocked ? words.unblocked(email) : words.blocked(email))
    },
    onError: (error) => toastFailure(error, () => change.mutate()),
    onSettled: () => {
      setAsks(false)
      for (const list of [userCalls.all, setAsideCalls.all]) void queries.invalidateQueries({ queryKey: keyOf(list) })
    },
  })

  if (blocked) {
    return (
      <Button variant="secondary" busy={change.isPending} aria-label={words.unblockLabel(email)} onClick={() => change.mutate()}>
        {words.unblock}
      </Button>
    )
  }
  return (
    <>
      <Button variant="secondary" aria-label={words.blockLabel(email)} onClick={() => setAsks(true)}>
        {words.block}
      </Button>
      {asks && (
        <ConfirmModal
          question={words.question(email)}
          busy={change.isPending}
          onConfirm={() => change.mutate()}
          onCancel={() => setAsks(false)}
        >
          {words.consequences}
        </ConfirmModal>
      )}
    </>
  )
}

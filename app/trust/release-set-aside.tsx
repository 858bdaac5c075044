import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setAsideCalls } from '#contract/set-aside.ts'
import { callApi } from '#app/api.ts'
import { toastFailure } from '#app/failure.tsx'
import { keyOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { toast } from '#app/ui/toast.ts'
import { setAsideWords as words } from '#app/words/set-aside.ts'

/** Gives back all that an account has set aside, after asking. */
export function ReleaseSetAside({ email }: { email: string }) {
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const release = useMutation({
    mutationFn: () => callApi(setAsideCalls.release, { params: { email } }),
    onSuccess: ({ cancelling }) => {
      toast.success(words.released(email))
      if (cancelling > 0) toast.info(words.cancelling)
    },
    onError: (error) => toastFailure(error, () => release.mutate()),
    onSettled: () => {
      setAsks(false)
      void queries.invalidateQueries({ queryKey: keyOf(setAsideCalls.all) })
    },
  })

  return (
    <>
      <Button variant="secondary" aria-label={words.releaseLabel(email)} onClick={() => setAsks(true)}>
        {words.release}
      </Button>
      {asks && (
        <ConfirmModal
          question={words.question(email)}
          busy={release.isPending}
          onConfirm={() => release.mutate()}
          onCancel={() => setAsks(false)}
        >
          {words.consequences}
        </ConfirmModal>
      )}
    </>
  )
}

import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiKeyCalls, type ApiKey } from '#contract/api-keys.ts'
import { callApi } from '#app/api.ts'
import { toastFailure } from '#app/failure.tsx'
import { keyOf } from '#app/queries.ts'
import { IconButton } from '#app/ui/button.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { toast } from '#app/ui/toast.ts'
import { apiKeyWords as words } from '#app/words/api-keys.ts'

/** The button that ends a key, and the question behind it. */
export function RevokeApiKey({ apiKey: { _id, name } }: { apiKey: ApiKey }) {
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)

  const revoke = useMutation({
    mutationFn: () => callApi(apiKeyCalls.revoke, { params: { id: _id } }),
    // A key that was revoked before, in another tab or by a call whose answer got lost, is as revoked as one now.
    onSuccess: () => {
      queries.setQueriesData<ApiKey[]>({ queryKey: keyOf(apiKeyCalls.mine) }, (keys) => keys?.filter((key) => key._id !== _id))
      toast.success(words.revoked(name))
    },
    onError: (error) => toastFailure(error, () => revoke.mutate()),
    onSettled: () => {
      setAsks(false)
      void queries.invalidateQueries({ queryKey: keyOf(apiKeyCalls.mine) })
    },
  })

  return (
    <>
      <IconButton label={words.revoke(name)} icon={<TrashIcon />} onClick={() => setAsks(true)} />
      {asks && (
        <ConfirmModal
          question={words.revokeQuestion(name)}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate()}
          onCancel={() => setAsks(false)}
        >
          {words.revokeExplained}
        </ConfirmModal>
      )}
    </>
  )
}

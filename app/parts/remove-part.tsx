import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messages } from '#contract/messages.ts'
import { partCalls, type Part } from '#contract/parts.ts'
import { callApi } from '#app/api.ts'
import { toastFailure } from '#app/failure.tsx'
import { keyOf } from '#app/queries.ts'
import { IconButton } from '#app/ui/button.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { toast } from '#app/ui/toast.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { manageStockWords } from '#app/words/manage-stock.ts'

/** The delete icon of a part and the question behind it. Orders of the part stay as they are. */
export function RemovePart({ part }: { part: Part }) {
  const queryClient = useQueryClient()
  const [asks, setAsks] = useState(false)
  const mutationKey = ['remove part', part._id]

  const remove = useMutation({
    mutationKey,
    mutationFn: () => callApi(partCalls.remove, { params: { id: part._id } }),
    onSuccess: ({ deletedCount }) => {
      if (deletedCount !== 1) return toast.error(messages.tryAgainLater)
      queryClient.setQueriesData<Part[]>({ queryKey: keyOf(partCalls.all) }, (parts) => parts?.filter(({ _id }) => _id !== part._id))
      toast.success(messages.partRemoved(part.name))
    },
    onError: (error) => toastFailure(error, () => remove.mutate()),
    onSettled: () => {
      setAsks(false)
      for (const read of [partCalls.all, partCalls.one]) void queryClient.invalidateQueries({ queryKey: keyOf(read) })
    },
  })

  return (
    <>
      <IconButton label={manageStockWords.deletePart(part.name)} icon={<TrashIcon />} onClick={() => setAsks(true)} />
      {asks && (
        <ConfirmModal
          question={dialogWords.deleteQuestion(part.name)}
          busy={remove.isPending}
          onConfirm={() => {
            if (queryClient.isMutating({ mutationKey }) === 0) remove.mutate()
          }}
          onCancel={() => setAsks(false)}
        />
      )}
    </>
  )
}

import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { quoteCalls, type Quote } from '#contract/quotes.ts'
import { callApi } from '#app/api.ts'
import { toastFailure } from '#app/failure.tsx'
import { paths } from '#app/paths.ts'
import { keyOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { toast } from '#app/ui/toast.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { quotesWords as words } from '#app/words/quotes.ts'

/** Deletes a quote after asking; what was ordered of it stays. */
export function RemoveQuote({ quote }: { quote: Quote }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [asks, setAsks] = useState(false)
  const remove = useMutation({
    mutationFn: () => callApi(quoteCalls.remove, { params: { id: quote._id } }),
    onSuccess: async () => {
      toast.success(words.removed(quote.number))
      await navigate(paths.quotes)
      queryClient.removeQueries({ queryKey: [...keyOf(quoteCalls.one), { id: quote._id }] })
      void queryClient.invalidateQueries({ queryKey: keyOf(quoteCalls.mine) })
    },
    onError: (error) => toastFailure(error, () => remove.mutate()),
    onSettled: () => setAsks(false),
  })

  return (
    <div>
      <Button variant="ghost" onClick={() => setAsks(true)}>
        <TrashIcon />
        {words.remove}
      </Button>
      {asks && (
        <ConfirmModal
          question={dialogWords.deleteQuestion(quote.number)}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onCancel={() => setAsks(false)}
        />
      )}
    </div>
  )
}

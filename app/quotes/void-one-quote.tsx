import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { voidingCalls, type AdminQuote } from '#contract/voidings.ts'
import { callApi } from '#app/api.ts'
import { toastFailure } from '#app/failure.tsx'
import { keyOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { toast } from '#app/ui/toast.ts'
import { allQuotesWords as words } from '#app/words/all-quotes.ts'

/** Withdraws one quote after asking for the reason. */
export function VoidOneQuote({ quote: { _id, number, version } }: { quote: AdminQuote }) {
  const queryClient = useQueryClient()
  const [asks, setAsks] = useState(false)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const withdraw = useMutation({
    mutationFn: () => callApi(voidingCalls.voidOne, { params: { id: _id }, body: { version, reason } }),
    onSuccess: ({ modifiedCount }) => {
      toast.success(modifiedCount === 1 ? words.withdrawn(number) : words.alreadyWithdrawn(number))
      setAsks(false)
    },
    onError: (error) => toastFailure(error, () => withdraw.mutate()),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(voidingCalls.all) }),
  })
  const confirm = () => (reason.trim() === '' ? setProblem(messages.voidReasonRequired) : withdraw.mutate())

  return (
    <>
      <Button variant="secondary" aria-label={words.withdrawOne(number)} onClick={() => setAsks(true)}>
        {words.withdraw}
      </Button>
      {asks && (
        <ConfirmModal
          question={words.withdrawOneQuestion(number)}
          busy={withdraw.isPending}
          onConfirm={confirm}
          onCancel={() => setAsks(false)}
        >
          <p className="mb-4">{words.withdrawOneLead}</p>
          <TextField
            label={words.reason}
            hint={words.reasonHint}
            error={problem}
            maxLength={TEXT_LIMITS.voidReason}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value)
              setProblem(undefined)
            }}
          />
        </ConfirmModal>
      )}
    </>
  )
}

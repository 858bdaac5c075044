import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { unitPrice } from '#contract/quote-figures.ts'
import { voidingCalls, type FoundPart, type QuotesToVoid, type VoidingFigures } from '#contract/voidings.ts'
import { callApi } from '#app/api.ts'
import { toastFailure } from '#app/failure.tsx'
import { showRefusal } from '#app/identity/form-refusal.ts'
import { mayRetry } from '#app/may-retry.ts'
import { keyOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { allQuotesWords as words } from '#app/words/all-quotes.ts'

/** The moments as the browser's own control writes them, in the reader's time zone. */
type Fields = { from: string; to: string; below: string; reason: string }

const FIELDS = { from: 'from', to: 'to', below: 'below', reason: 'reason' } as const
const HOUR_MS = 3_600_000

/** Withdraws all quotes of a part that were saved between two moments: counts them, asks, and does it. */
export function VoidQuotesOfPart({ part }: { part: FoundPart }) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<{ wanted: QuotesToVoid; figures: VoidingFigures }>()
  const [notice, setNotice] = useState<string>()
  const [now] = useState(() => Date.now())
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm<Fields>({
    defaultValues: { from: localText(now - HOUR_MS), to: localText(now), below: '', reason: '' },
  })
  const failed = (error: unknown, retry: () => void) => {
    if (mayRetry(error)) return toastFailure(error, retry)
    setNotice(showRefusal<Fields>(error, FIELDS, setError))
  }

  const count = useMutation({
    mutationFn: ({ reason: _reason, ...which }: QuotesToVoid) => callApi(voidingCalls.count, { query: which }),
    onMutate: () => setNotice(undefined),
    onSuccess: (figures, wanted) => {
      if (figures.versions > 0) setAsked({ wanted, figures })
      else setNotice(figures.ordered > 0 ? words.onlyOrdered(figures.ordered) : words.noneToWithdraw)
    },
    onError: (error, wanted) => failed(error, () => count.mutate(wanted)),
  })
  const withdraw = useMutation({
    mutationFn: (wanted: QuotesToVoid) => callApi(voidingCalls.voidMany, { body: wanted }),
    onSuccess: ({ quotes, finished }) => {
      toast.success(words.withdrawnMany(quotes))
      if (!finished) setNotice(words.restFollows)
    },
    onError: (error, wanted) => failed(error, () => withdraw.mutate(wanted)),
    onSettled: () => {
      setAsked(undefined)
      void queryClient.invalidateQueries({ queryKey: keyOf(voidingCalls.all) })
    },
  })

  const submit = handleSubmit(({ from, to, below, reason }) =>
    count.mutate({
      partsId: part.partsId,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      reason,
      ...(below.trim() !== '' && { below: Number(below) }),
    }),
  )
  const isMoment = (text: string) => !Number.isNaN(Date.parse(text)) || words.momentMissing
  const isPrice = (text: string) => text.trim() === '' || Number(text) > 0 || words.priceUnread

  return (
    <Panel>
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <div>
          <h3 className="text-lg wrap-anywhere">{words.ofPart(part.name, part.partNumber)}</h3>
          <p className="mt-2 max-w-prose text-soft">
            {words.ofPartLead} {words.priceNow(unitPrice(part.price))}
          </p>
        </div>
        <div className="grid items-end gap-5 lg:grid-cols-3">
          <TextField
            {...register('from', { validate: isMoment })}
            label={words.from}
            type="datetime-local"
            step={1}
            error={errors.from?.message}
          />
          <TextField
            {...register('to', { validate: isMoment })}
            label={words.to}
            type="datetime-local"
            step={1}
            error={errors.to?.message}
          />
          <TextField
            {...register('below', { validate: isPrice })}
            label={words.below}
            hint={words.belowHint}
            inputMode="decimal"
            error={errors.below?.message}
          />
        </div>
        <TextField
          {...register('reason', { validate: (reason) => reason.trim() !== '' || messages.voidReasonRequired })}
          label={words.reason}
          hint={words.reasonHint}
          maxLength={TEXT_LIMITS.voidReason}
          error={errors.reason?.message}
        />
        {notice && <Notice>{notice}</Notice>}
        <Button type="submit" variant="danger" className="justify-self-start" busy={count.isPending}>
          {words.countThem}
        </Button>
      </form>
      {asked && (
        <ConfirmModal
          question={words.withdrawManyQuestion(asked.figures)}
          busy={withdraw.isPending}
          onConfirm={() => withdraw.mutate(asked.wanted)}
          onCancel={() => setAsked(undefined)}
        >
          <p>{words.withdrawManyLead}</p>
          {asked.figures.ordered > 0 && <p className="mt-2">{words.orderedStay(asked.figures.ordered)}</p>}
        </ConfirmModal>
      )}
    </Panel>
  )
}

/** '2026-11-22T14:05:09' in the reader's time zone. */
function localText(instantMs: number): string {
  const offsetMs = new Date(instantMs).getTimezoneOffset() * 60_000
  return new Date(instantMs - offsetMs).toISOString().slice(0, 19)
}

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { formatUnitPrice } from '#contract/basics/figures.ts'
import { voidingCalls, type FoundPart, type QuotesToVoid, type VoidingFigures } from '#contract/quotes/voidings.ts'
import { callApi } from '#app/api/api.ts'
import { fieldsOf, filled, showRefusal } from '#app/ui/form-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { allQuotesWords as words } from '#app/words/all-quotes.ts'

/** The moments as the browser's own control writes them, in the reader's time zone. */
type Fields = { from: string; to: string; below: string; reason: string }

const HOUR_MS = 3_600_000

/** Withdraws all quotes of a part that were saved between two moments: counts them, asks, and does it. */
export function VoidQuotesOfPart({ part }: { part: FoundPart }) {
  const [asked, setAsked] = useState<{ wanted: QuotesToVoid; figures: VoidingFigures }>()
  const [notice, setNotice] = useState<string>()
  const [now] = useState(() => Date.now())
  const form = useForm<Fields>({ defaultValues: { from: localText(now - HOUR_MS), to: localText(now), below: '', reason: '' } })
  const field = fieldsOf(form)
  const onRefused = (error: unknown) => setNotice(showRefusal(form, error))

  const count = useAction({
    send: ({ reason: _reason, ...which }: QuotesToVoid) => callApi(voidingCalls.count, { query: which }),
    onStart: () => setNotice(undefined),
    onDone: (figures, wanted) => {
      if (figures.versions > 0) setAsked({ wanted, figures })
      else setNotice(figures.ordered > 0 ? words.onlyOrdered(figures.ordered) : words.noneToWithdraw)
    },
    onRefused,
  })
  const withdraw = useAction({
    send: (wanted: QuotesToVoid) => callApi(voidingCalls.voidMany, { body: wanted }),
    onDone: ({ quotes, finished }) => {
      toast.success(words.withdrawnMany(quotes))
      if (!finished) setNotice(words.restFollows)
    },
    onRefused,
    onEnd: () => setAsked(undefined),
    changes: [voidingCalls.all],
  })

  const submit = form.handleSubmit(({ from, to, below, reason }) =>
    count.run({
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
            {words.ofPartLead} {words.priceNow(formatUnitPrice(part.price))}
          </p>
        </div>
        <div className="grid items-end gap-5 lg:grid-cols-3">
          <TextField {...field('from', { validate: isMoment })} label={words.from} type="datetime-local" step={1} />
          <TextField {...field('to', { validate: isMoment })} label={words.to} type="datetime-local" step={1} />
          <TextField {...field('below', { validate: isPrice })} label={words.below} hint={words.belowHint} inputMode="decimal" />
        </div>
        <TextField
          {...field('reason', filled(messages.voidReasonRequired))}
          label={words.reason}
          hint={words.reasonHint}
          maxLength={TEXT_LIMITS.voidReason}
        />
        {notice && <Notice>{notice}</Notice>}
        <Button type="submit" variant="danger" className="justify-self-start" busy={count.isRunning}>
          {words.countThem}
        </Button>
      </form>
      {asked && (
        <ConfirmModal
          question={words.withdrawManyQuestion(asked.figures)}
          busy={withdraw.isRunning}
          onConfirm={() => withdraw.run(asked.wanted)}
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

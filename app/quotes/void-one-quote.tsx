import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { offerCalls } from '#contract/quotes/offers.ts'
import { voidingCalls, type AdminQuote } from '#contract/quotes/voidings.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { toast } from '#app/ui/toast.ts'
import { allQuotesWords as words } from '#app/words/all-quotes.ts'

/** Withdraws a quote. */
export function VoidOneQuote({ quote: { _id, number, version } }: { quote: Pick<AdminQuote, '_id' | 'number' | 'version'> }) {
  return (
    <ConfirmedAction
      button={words.withdraw}
      buttonLabel={words.withdrawOne(number)}
      question={words.withdrawOneQuestion(number)}
      reason={{
        label: words.reason,
        hint: words.reasonHint,
        maxLength: TEXT_LIMITS.voidReason,
        missing: messages.voidReasonRequired,
      }}
      send={(reason) => callApi(voidingCalls.voidOne, { params: { id: _id }, body: { version, reason } })}
      onDone={({ modifiedCount }) => toast.success(modifiedCount === 1 ? words.withdrawn(number) : words.alreadyWithdrawn(number))}
      changes={[voidingCalls.all, offerCalls.one]}
    >
      <p>{words.withdrawOneLead}</p>
    </ConfirmedAction>
  )
}

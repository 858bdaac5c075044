import { FOLLOW_UP_DAYS, offerCalls } from '#contract/quotes/offers.ts'
import { voidingCalls, type AdminQuote } from '#contract/quotes/voidings.ts'
import { callApi } from '#app/api/api.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { allQuotesWords as words } from '#app/words/all-quotes.ts'

/** Reminds the buyer of an open quote by mail. */
export function FollowUp({ quote: { _id, number, version, email } }: { quote: Pick<AdminQuote, '_id' | 'number' | 'version' | 'email'> }) {
  const remind = useAction({
    send: () => callApi(offerCalls.followUp, { params: { id: _id }, body: { version } }),
    onDone: ({ modifiedCount }) =>
      modifiedCount === 1 ? toast.success(words.followedUp(email)) : toast.success(words.followedUpBefore(FOLLOW_UP_DAYS)),
    changes: [voidingCalls.all, offerCalls.one],
  })
  return (
    <Button variant="secondary" aria-label={words.followUpOf(number)} busy={remind.isRunning} onClick={() => remind.run()}>
      {words.followUp}
    </Button>
  )
}

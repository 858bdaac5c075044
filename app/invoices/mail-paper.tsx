import { paperCalls, type Paper } from '#contract/payments/papers.ts'
import { callApi } from '#app/api/api.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { Allowed } from '#app/identity/may.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { toast } from '#app/ui/toast.ts'
import { paperWords as words } from '#app/words/papers.ts'

/** Mails an invoice or a credit note to its buyer once more. For people who may. */
export function MailPaper({ paper: { _id, number, buyer } }: { paper: Paper }) {
  const sender = useIdempotentSender<object>()
  return (
    <Allowed call={paperCalls.mail}>
      <ConfirmedAction
        renderButton={(ask) => (
          <Button variant="secondary" aria-label={words.mailAgain(number)} data-screen-only onClick={ask}>
            {words.mail}
          </Button>
        )}
        question={words.mailQuestion(number)}
        send={() => sender({}, ({ headers }) => callApi(paperCalls.mail, { params: { id: _id }, headers }))}
        onDone={() => toast.success(words.mailed(number, buyer))}
      >
        {words.mailConsequences(buyer)}
      </ConfirmedAction>
    </Allowed>
  )
}

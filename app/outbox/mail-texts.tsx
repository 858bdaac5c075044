import { mailCalls, type MailRecord } from '#contract/shop/mails.ts'
import { Allowed } from '#app/identity/may.tsx'
import { callApi } from '#app/api/api.ts'
import { Button } from '#app/ui/button.tsx'
import { Status } from '#app/ui/status.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { outboxWords as words } from '#app/words/outbox.ts'

/** Whether an admin can send it now: it has failed, waits to be retried, or is held back. */
export const canBeRetried = ({ state, attempts, sentAt }: MailRecord) =>
  !sentAt && state !== 'sending' && (attempts > 0 || state === 'held')

export const nameOfKind = (kind: string) => words.kinds[kind] ?? kind

/** State of a mail, why it failed, and the button that sends it again. */
export function MailStateText({ mail }: { mail: MailRecord }) {
  const { state, sentAt, sentWith, lastError } = mail
  if (sentAt)
    return (
      <span title={sentWith ? words.sentTogether : undefined} className="whitespace-nowrap">
        <Status tone="success">{words.states.sent}</Status> <Time value={sentAt} />
      </span>
    )
  if (!canBeRetried(mail)) return <Status tone="neutral">{words.states[state]}</Status>
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Status tone={state === 'waiting' ? 'neutral' : 'danger'}>{words.states[state]}</Status>
      <Allowed call={mailCalls.retry}>
        <RetryButton mail={mail} />
      </Allowed>
      {lastError && <span className="basis-full text-soft wrap-anywhere">{lastError}</span>}
    </span>
  )
}

function RetryButton({ mail }: { mail: MailRecord }) {
  const label = mail.state === 'held' ? words.send : words.retry
  const retry = useAction({
    send: () => callApi(mailCalls.retry, { params: { id: mail.id } }),
    onDone: ({ modifiedCount }) => toast.info(modifiedCount > 0 ? words.retried : words.notRetried),
    changes: [mailCalls.page, mailCalls.one],
  })
  return (
    <Button
      variant="secondary"
      busy={retry.isRunning}
      aria-label={`${label}: ${mail.subject}, ${mail.recipient}`}
      onClick={() => retry.run()}
    >
      {label}
    </Button>
  )
}

import { mailCalls, type MailStop } from '#contract/shop/mails.ts'
import { operationsCalls } from '#contract/shop/operations.ts'
import { Allowed } from '#app/identity/may.tsx'
import { callApi } from '#app/api/api.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { outboxWords as words } from '#app/words/outbox.ts'

/** Why no mails are sent and what to do about it. */
export function StoppedMails({ stop, waiting }: { stop: MailStop; waiting: number }) {
  return (
    <Notice
      tone="danger"
      action={
        <Allowed call={mailCalls.tryNow}>
          <TryNow />
        </Allowed>
      }
    >
      <p className="font-semibold">{words.stopped}</p>
      <p className="mt-1 wrap-anywhere first-letter:uppercase">{stop.cause}</p>
      <p className="mt-1">{stop.advice}</p>
      <p className="mt-1 text-sm">
        {words.stoppedSince(waiting)} <Time value={stop.since} />. {words.nextTry}: <Time value={stop.nextTryAt} />
      </p>
    </Notice>
  )
}

function TryNow() {
  const tryNow = useAction({
    send: () => callApi(mailCalls.tryNow),
    onDone: ({ modifiedCount }) => toast.info(modifiedCount > 0 ? words.tryingNow : words.notStopped),
    changes: [mailCalls.page, mailCalls.one, mailCalls.queue, operationsCalls.health],
  })
  return (
    <Button variant="secondary" busy={tryNow.isRunning} onClick={() => tryNow.run()}>
      {words.tryNow}
    </Button>
  )
}

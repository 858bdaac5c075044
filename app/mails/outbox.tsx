import { useQuery } from '@tanstack/react-query'
import { mailCalls, type MailRecord } from '#contract/mails.ts'
import { callApi } from '#app/api.ts'
import { Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { StoppedMails } from './stopped-mails.tsx'
import { readOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/use-action.ts'
import { outboxWords as words } from '#app/words/outbox.ts'

/** Polling interval while a mail's state may change. */
const LOOK_AGAIN_MS = 10_000

export const meta = pageMeta(words.title)

/** The outbox for admins: sent, waiting and failed mails with their reasons. */
export default function Outbox() {
  const list = useQuery({
    ...readOf(mailCalls.all),
    refetchInterval: ({ state }) =>
      state.data?.some((mail) => mail.state === 'waiting' || mail.state === 'sending') ? LOOK_AGAIN_MS : false,
  })

  const { data: queue } = useQuery({
    ...readOf(mailCalls.queue),
    refetchInterval: ({ state }) => (state.data?.stop ? LOOK_AGAIN_MS : false),
  })

  const { data: mails } = list
  if (!mails) return <Loading query={list} />
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead title={words.title} lead={words.lead} />
      {queue && queue.heldBack > 0 && <Notice tone="warning">{words.heldBack(queue.heldBack)}</Notice>}
      {queue?.stop && <StoppedMails stop={queue.stop} waiting={queue.waiting} />}
      {mails.length === 0 ? (
        <EmptyState title={words.none} />
      ) : (
        <Table wide caption={words.title} columns={columns} rows={mails} rowKey={({ id }) => id} />
      )}
    </section>
  )
}

const columns: Column<MailRecord>[] = [
  { title: words.columns.recipient, sort: ({ recipient }) => recipient, cell: ({ recipient }) => <EmailText>{recipient}</EmailText> },
  {
    title: words.columns.kind,
    sort: ({ kind }) => nameOf(kind),
    cell: ({ kind }) => <span className="whitespace-nowrap">{nameOf(kind)}</span>,
  },
  { title: words.columns.subject, card: 'name', cell: ({ subject }) => <span title={subject}>{subject}</span> },
  { title: words.columns.created, sort: ({ createdAt }) => createdAt, cell: ({ createdAt }) => <Time value={createdAt} /> },
  { title: words.columns.state, card: 'state', multiline: true, cell: (mail) => <State mail={mail} /> },
]

const nameOf = (kind: string) => words.kinds[kind] ?? kind

function State({ mail }: { mail: MailRecord }) {
  const { state, sentAt, sentWith, attempts, lastError } = mail
  if (sentAt)
    return (
      <span title={sentWith ? words.sentTogether : undefined} className="whitespace-nowrap">
        <Status tone="success">{words.states.sent}</Status> <Time value={sentAt} />
      </span>
    )
  if (state === 'sending' || (attempts === 0 && state !== 'held')) return <Status tone="neutral">{words.states[state]}</Status>
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Status tone={state === 'waiting' ? 'neutral' : 'danger'}>{words.states[state]}</Status>
      <RetryButton mail={mail} />
      {lastError && <span className="basis-full text-soft wrap-anywhere">{lastError}</span>}
    </span>
  )
}

function RetryButton({ mail }: { mail: MailRecord }) {
  const label = mail.state === 'held' ? words.send : words.retry
  const retry = useAction({
    send: () => callApi(mailCalls.retry, { params: { id: mail.id } }),
    onDone: ({ modifiedCount }) => toast.info(modifiedCount > 0 ? words.retried : words.notRetried),
    changes: [mailCalls.all],
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

import { useQuery } from '@tanstack/react-query'
import { mailCalls, type MailRecord } from '#contract/mails.ts'
import { formatCount } from '#contract/figures.ts'
import { Allowed } from '#app/identity/may.tsx'
import { callApi } from '#app/api.ts'
import { BatchAction } from '#app/batch-action.tsx'
import { Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { MailSheet } from './mail-sheet.tsx'
import { canBeRetried, MailStateText, nameOfKind } from './mail-texts.tsx'
import { StoppedMails } from './stopped-mails.tsx'
import { readOf } from '#app/queries.ts'
import { ColumnMenu } from '#app/ui/column-menu.tsx'
import { useColumns } from '#app/ui/hidden-columns.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SelectionBar } from '#app/ui/select-box.tsx'
import { useSelection } from '#app/ui/selection.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { Time } from '#app/ui/time.tsx'
import { batchWords } from '#app/words/batch.ts'
import { useOpened } from '#app/ui/use-opened.ts'
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

  const chosen = useColumns('mails', columns)
  const { openedId, hrefOf, close } = useOpened()
  const { data: mails } = list
  const selection = useSelection({ rows: mails, rowKey: ({ id }) => id, nameOf: nameOfMail, isSelectable: canBeRetried })
  if (!mails) return <Loading query={list} skeleton={<ListSkeleton wide columns={chosen.columns} />} />
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead title={words.title} lead={words.lead}>
        <ColumnMenu of={chosen} />
      </ListHead>
      {queue && queue.heldBack > 0 && <Notice tone="warning">{words.heldBack(queue.heldBack)}</Notice>}
      {queue?.stop && <StoppedMails stop={queue.stop} waiting={queue.waiting} />}
      <SelectionBar selection={selection}>
        <Allowed call={mailCalls.retry}>
          <SendMails mails={selection.selected} />
        </Allowed>
      </SelectionBar>
      {mails.length === 0 ? (
        <EmptyState title={words.none}>{words.noneMore}</EmptyState>
      ) : (
        <Table
          wide
          caption={words.title}
          columns={chosen.columns}
          rows={mails}
          rowKey={({ id }) => id}
          href={({ id }) => hrefOf(id)}
          // Without a mail to send again there is nothing to select.
          {...(mails.some(canBeRetried) && { selection })}
        />
      )}
      {openedId && <MailSheet mail={mails.find(({ id }) => id === openedId)} onClose={close} />}
    </section>
  )
}

const nameOfMail = ({ subject, recipient }: MailRecord) => `${subject}, ${recipient}`

function SendMails({ mails }: { mails: readonly MailRecord[] }) {
  return (
    <BatchAction
      label={batchWords.sendMails}
      question={batchWords.sendMailsQuestion(formatCount(mails.length))}
      rows={mails}
      nameOf={nameOfMail}
      send={async ({ id }) => {
        const { modifiedCount } = await callApi(mailCalls.retry, { params: { id } })
        return modifiedCount > 0 ? undefined : words.notRetried
      }}
      changes={[mailCalls.all, mailCalls.queue]}
    />
  )
}

const columns: Column<MailRecord>[] = [
  { title: words.columns.recipient, sort: ({ recipient }) => recipient, cell: ({ recipient }) => <EmailText>{recipient}</EmailText> },
  {
    title: words.columns.kind,
    sort: ({ kind }) => nameOfKind(kind),
    cell: ({ kind }) => <span className="whitespace-nowrap">{nameOfKind(kind)}</span>,
  },
  { title: words.columns.subject, card: 'name', cell: ({ subject }) => <span title={subject}>{subject}</span> },
  { title: words.columns.created, sort: ({ createdAt }) => createdAt, cell: ({ createdAt }) => <Time value={createdAt} /> },
  { title: words.columns.state, card: 'state', multiline: true, cell: (mail) => <MailStateText mail={mail} /> },
]

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { mailCalls, MAILS_PAGE_SIZE, mailStates, TROUBLED_MAILS, type MailRecord } from '#contract/shop/mails.ts'
import { formatCount } from '#contract/basics/figures.ts'
import { Allowed } from '#app/identity/may.tsx'
import { callApi } from '#app/api/api.ts'
import { BatchAction } from '#app/ui/batch-action.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { MailSheet } from './mail-sheet.tsx'
import { canBeRetried, MailStateText, nameOfKind } from './mail-texts.tsx'
import { StoppedMails } from './stopped-mails.tsx'
import { readOf } from '#app/api/queries.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { StateList, useStateQuery } from '#app/ui/state-list.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { batchWords } from '#app/words/batch.ts'
import { outboxWords as words } from '#app/words/outbox.ts'

/** Polling interval while a mail's state may change. */
const LOOK_AGAIN_MS = 10_000

export const meta = pageMeta(words.title)

const choices = [TROUBLED_MAILS, ...mailStates]

/** The outbox for admins: sent, waiting and failed mails with their reasons. */
export default function Outbox() {
  const query = useStateQuery(choices)
  const list = useQuery({
    ...readOf(mailCalls.page, { query }),
    placeholderData: keepPreviousData,
    // A search reads all mails, so it is made once.
    refetchInterval: ({ state: { data } }) =>
      query.q === undefined && data && data.states.waiting + data.states.sending > 0 ? LOOK_AGAIN_MS : false,
  })
  const { data } = list
  const { data: queue } = useQuery({
    ...readOf(mailCalls.queue),
    refetchInterval: ({ state: read }) => (read.data?.stop ? LOOK_AGAIN_MS : false),
  })

  return (
    <StateList
      list={list}
      rows={data?.mails}
      rowKey={({ id }) => id}
      size={MAILS_PAGE_SIZE}
      words={words}
      query={query}
      choices={choices}
      labels={{ ...words.chips, [TROUBLED_MAILS]: words.troubled }}
      hides="mails"
      columns={columns}
      notices={
        <>
          {queue && queue.heldBack > 0 && <Notice tone="warning">{words.heldBack(queue.heldBack)}</Notice>}
          {queue?.stop && <StoppedMails stop={queue.stop} waiting={queue.waiting} />}
        </>
      }
      select={{
        nameOf: nameOfMail,
        isSelectable: canBeRetried,
        renderActions: (selected) => (
          <Allowed call={mailCalls.retry}>
            <SendMails mails={selected} />
          </Allowed>
        ),
      }}
      renderSheet={({ id, row, onClose }) => <MailSheet id={id} listed={row} onClose={onClose} />}
    />
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
      changes={[mailCalls.page, mailCalls.one, mailCalls.queue]}
    />
  )
}

const columns: Column<MailRecord>[] = [
  { title: words.columns.subject, card: 'name', fills: true, cell: ({ subject }) => <span title={subject}>{subject}</span> },
  { title: words.columns.recipient, card: 'plain', cell: ({ recipient }) => <EmailText>{recipient}</EmailText> },
  { title: words.columns.kind, cell: ({ kind }) => nameOfKind(kind) },
  { title: words.columns.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
  { title: words.columns.state, card: 'state', multiline: true, cell: (mail) => <MailStateText mail={mail} /> },
]

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { mailCalls, MAILS_PAGE_SIZE, mailStates, type MailRecord } from '#contract/shop/mails.ts'
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
import { FilterChips, useChoice } from '#app/ui/filter-chips.tsx'
import { ListScreen, useListQuery } from '#app/ui/list-screen.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { batchWords } from '#app/words/batch.ts'
import { outboxWords as words } from '#app/words/outbox.ts'

/** Polling interval while a mail's state may change. */
const LOOK_AGAIN_MS = 10_000

export const meta = pageMeta(words.title)

/** The outbox for admins: sent, waiting and failed mails with their reasons. */
export default function Outbox() {
  const state = useChoice('state', mailStates)
  const query = useListQuery()
  const list = useQuery({
    ...readOf(mailCalls.page, { query: { ...query, state } }),
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
    <ListScreen
      list={list}
      rows={data?.mails}
      paging={data}
      rowKey={({ id }) => id}
      size={MAILS_PAGE_SIZE}
      words={words}
      search={words.searchLabel}
      isFiltered={query.q !== undefined || state !== undefined}
      hides="mails"
      wide
      columns={columns}
      filters={
        <>
          {queue && queue.heldBack > 0 && <Notice tone="warning">{words.heldBack(queue.heldBack)}</Notice>}
          {queue?.stop && <StoppedMails stop={queue.stop} waiting={queue.waiting} />}
          {data && (
            <div className="list-filters">
              <FilterChips
                label={words.filter}
                name="state"
                chips={[
                  { value: '', label: words.all, count: Object.values(data.states).reduce((sum, count) => sum + count, 0) },
                  ...mailStates.map((value) => ({ value, label: words.chips[value], count: data.states[value] })),
                ]}
              />
            </div>
          )}
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

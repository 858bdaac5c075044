import { contactCalls, type ContactMessage } from '#contract/people/contact.ts'
import { CONTACT_PAGE_SIZE } from '#contract/basics/limits.ts'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { FirstLine } from '#app/ui/first-line.tsx'
import { ListScreen, useList } from '#app/ui/list-screen.tsx'
import { usePage } from '#app/ui/list-pager.tsx'
import { Status } from '#app/ui/status.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { contactMessagesWords as words } from '#app/words/contact-messages.ts'
import { MarkMessage } from './mark-message.tsx'
import { MessageSheet } from './message-sheet.tsx'

export const meta = pageMeta(words.title)

/** Contact messages, for admins. */
export default function Messages() {
  const list = useList(contactCalls.page, { query: { page: usePage() } })
  return (
    <ListScreen
      list={list}
      rows={list.data?.messages}
      paging={list.data}
      rowKey={({ _id }) => _id}
      size={CONTACT_PAGE_SIZE}
      words={words}
      title={words.total(list.data?.count ?? 0)}
      wide
      columns={columns}
      renderSheet={({ row, onClose }) => <MessageSheet message={row} onClose={onClose} />}
    />
  )
}

const columns: Column<ContactMessage>[] = [
  { title: words.columns.name, card: 'name', cell: ({ name }) => name },
  { title: words.columns.email, card: 'plain', cell: ({ email }) => <EmailText>{email}</EmailText> },
  { title: words.columns.message, card: 'plain', fills: true, cell: ({ message }) => <FirstLine text={message} /> },
  { title: words.columns.received, card: 'plain', cell: ({ createdAt }) => <Time value={createdAt} /> },
  {
    title: words.columns.state,
    card: 'state',
    cell: ({ answeredAt }) => <Status tone={answeredAt ? 'success' : 'warning'}>{answeredAt ? words.answered : words.waiting}</Status>,
  },
  {
    title: words.columns.mark,
    card: 'action',
    screenOnly: true,
    cell: (message) => (
      <Allowed call={contactCalls.mark}>
        <MarkMessage message={message} />
      </Allowed>
    ),
  },
]

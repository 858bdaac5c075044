import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contactCalls, type ContactMessage } from '#contract/contact.ts'
import { CONTACT_PAGE_SIZE } from '#contract/limits.ts'
import { Allowed } from '#app/identity/may.tsx'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { readOf } from '#app/queries.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { useOpened } from '#app/ui/use-opened.ts'
import { contactMessagesWords as words } from '#app/words/contact-messages.ts'
import { MarkMessage } from './mark-message.tsx'
import { MessageSheet } from './message-sheet.tsx'

export const meta = pageMeta(words.title)

/** Contact messages, for admins. */
export default function Messages() {
  const list = useQuery({ ...readOf(contactCalls.page, { query: { page: usePage() } }), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData } = list
  const { openedId, hrefOf, close } = useOpened()

  if (!data) return <Loading query={list} />
  return (
    <section className="grid grid-cols-1 gap-3" aria-busy={isPlaceholderData || undefined}>
      <ListHead title={words.total(data.count)} />
      {error && <LoadFailed query={list} />}
      {data.count === 0 ? (
        <EmptyState title={words.none}>{words.noneMore}</EmptyState>
      ) : (
        <Table
          wide
          caption={words.caption}
          columns={columns}
          rows={data.messages}
          rowKey={({ _id }) => _id}
          href={({ _id }) => hrefOf(_id)}
        />
      )}
      {openedId && <MessageSheet message={data.messages.find(({ _id }) => _id === openedId)} onClose={close} />}
      <ListPager page={data.page} count={data.count} size={CONTACT_PAGE_SIZE} label={words.pages} />
    </section>
  )
}

const columns: Column<ContactMessage>[] = [
  { title: words.columns.name, card: 'name', cell: ({ name }) => name },
  { title: words.columns.email, card: 'plain', cell: ({ email }) => <EmailText>{email}</EmailText> },
  { title: words.columns.message, card: 'plain', fills: true, cell: ({ message }) => <span className="first-line">{message}</span> },
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

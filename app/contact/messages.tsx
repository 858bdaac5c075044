import { useId } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contactCalls, type ContactMessage } from '#contract/contact.ts'
import { CONTACT_PAGE_SIZE } from '#contract/limits.ts'
import { callApi } from '#app/api.ts'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { readOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { Status } from '#app/ui/status.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAction } from '#app/use-action.ts'
import { contactMessagesWords as words } from '#app/words/contact-messages.ts'

export const meta = pageMeta(words.title)

/** Contact messages, for admins. */
export default function Messages() {
  const list = useQuery({ ...readOf(contactCalls.page, { query: { page: usePage() } }), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData } = list

  if (!data) return <Loading query={list} />
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead noTable title={words.total(data.count)} />
      {error && <LoadFailed query={list} />}
      {data.count === 0 ? (
        <EmptyState title={words.none}>{words.noneMore}</EmptyState>
      ) : (
        <ul className="item-list" aria-busy={isPlaceholderData || undefined}>
          {data.messages.map((message) => (
            <li key={message._id}>
              <MessageCard message={message} />
            </li>
          ))}
        </ul>
      )}
      <ListPager page={data.page} count={data.count} size={CONTACT_PAGE_SIZE} label={words.pages} />
    </section>
  )
}

function MessageCard({ message: { _id, name, email, message, createdAt, answeredAt } }: { message: ContactMessage }) {
  const nameId = useId()
  return (
    <article aria-labelledby={nameId} className="item">
      <div className="item-head">
        <h3 id={nameId} className="item-name">
          {name}
        </h3>
        <a href={`mailto:${email}`} className="link wrap-anywhere">
          {email}
        </a>
        <Time value={createdAt} className="text-soft" />
        <Status tone={answeredAt ? 'success' : 'warning'}>{answeredAt ? words.answered : words.waiting}</Status>
        {answeredAt && <Time value={answeredAt} className="text-soft" />}
      </div>
      {/* As typed: line breaks are kept, and a long word must not widen the page. */}
      <p className="item-text">{message}</p>
      <div className="item-actions">
        <MarkButton messageId={_id} isAnswered={answeredAt !== null} describedBy={nameId} />
      </div>
    </article>
  )
}

type MarkButtonProps = {
  messageId: string
  isAnswered: boolean
  /** Id of the element that names the author. */
  describedBy: string
}

function MarkButton({ messageId, isAnswered, describedBy }: MarkButtonProps) {
  const mark = useAction({
    send: () => callApi(contactCalls.mark, { params: { id: messageId }, body: { answered: !isAnswered } }),
    changes: [contactCalls.page],
  })
  return (
    <Button variant="secondary" busy={mark.isRunning} aria-describedby={describedBy} onClick={() => mark.run()}>
      {isAnswered ? words.markWaiting : words.markAnswered}
    </Button>
  )
}

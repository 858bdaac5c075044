import { contactCalls } from '#contract/people/contact.ts'
import type { ContactMessage } from '#contract/people/contact.ts'
import { Allowed } from '#app/identity/may.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { mailTo } from '#app/ui/mail-to.ts'
import { Time } from '#app/ui/time.tsx'
import { contactMessagesWords as words } from '#app/words/contact-messages.ts'
import { MarkMessage } from './mark-message.tsx'

/** A whole message, with what is done about it. */
export function WholeMessage({ message }: { message: ContactMessage }) {
  const { email, message: text, createdAt, answeredAt } = message
  return (
    <>
      {/* As typed: line breaks are kept, and a long word must not widen the page. */}
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      <div className="flex flex-wrap items-center gap-3">
        <a href={mailTo(email)} className="button button-primary">
          {words.reply}
        </a>
        <Allowed call={contactCalls.mark}>
          <MarkMessage message={message} />
        </Allowed>
      </div>
      <Facts>
        <Fact title={words.columns.email}>
          <a href={mailTo(email)} className="link">
            {email}
          </a>
        </Fact>
        <Fact title={words.columns.received}>
          <Time value={createdAt} />
        </Fact>
        {answeredAt && (
          <Fact title={words.answeredAt}>
            <Time value={answeredAt} />
          </Fact>
        )}
      </Facts>
    </>
  )
}

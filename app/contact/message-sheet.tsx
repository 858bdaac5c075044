import { Suspense } from 'react'
import { Link } from 'react-router'
import { contactCalls } from '#contract/people/contact.ts'
import type { ContactMessage } from '#contract/people/contact.ts'
import { messageAnswerCalls } from '#contract/quotes/message-answers.ts'
import { offerCalls } from '#contract/quotes/offers.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { Allowed } from '#app/identity/may.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { mailTo } from '#app/ui/mail-to.ts'
import { Time } from '#app/ui/time.tsx'
import { answerMessageWords as answerWords } from '#app/words/answer-message.ts'
import { contactMessagesWords as words } from '#app/words/contact-messages.ts'
import { MarkMessage } from './mark-message.tsx'

/** Loaded for people who may say prices. */
const AnswerWithQuote = lazyPart(async () => (await import('./answer-with-quote.tsx')).AnswerWithQuote)

/** A whole message, with what is done about it. */
export function WholeMessage({ message }: { message: ContactMessage }) {
  const { email, message: text, createdAt, answeredAt, quote } = message
  return (
    <>
      {/* As typed: line breaks are kept, and a long word must not widen the page. */}
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      <div className="flex flex-wrap items-center gap-3">
        <a href={mailTo(email)} className="button button-primary">
          {words.reply}
        </a>
        {answeredAt === null && (
          <Allowed call={messageAnswerCalls.quote}>
            <Suspense fallback={null}>
              <AnswerWithQuote message={message} />
            </Suspense>
          </Allowed>
        )}
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
        {quote && (
          <Fact title={answerWords.quote}>
            <Allowed call={offerCalls.one} otherwise={quote.number}>
              <Link to={dashboardPaths.shopQuote(quote._id)} className="link">
                {quote.number}
              </Link>
            </Allowed>
          </Fact>
        )}
        {answeredAt && (
          <Fact title={words.answeredAt}>
            <Time value={answeredAt} />
          </Fact>
        )}
      </Facts>
    </>
  )
}

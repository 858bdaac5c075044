import { contactCalls, type ContactMessage } from '#contract/people/contact.ts'
import { callApi } from '#app/api/api.ts'
import { Button } from '#app/ui/button.tsx'
import { useAction } from '#app/api/use-action.ts'
import { contactMessagesWords as words } from '#app/words/contact-messages.ts'

/** Marks a message as answered, or as not answered. */
export function MarkMessage({ message: { _id, name, answeredAt } }: { message: ContactMessage }) {
  const isAnswered = answeredAt !== null
  const mark = useAction({
    send: () => callApi(contactCalls.mark, { params: { id: _id }, body: { answered: !isAnswered } }),
    changes: [contactCalls.page, contactCalls.one],
  })
  const label = isAnswered ? words.markWaiting : words.markAnswered
  return (
    <Button
      variant="secondary"
      className="whitespace-nowrap"
      busy={mark.isRunning}
      aria-label={`${label}: ${words.from(name)}`}
      onClick={() => mark.run()}
    >
      {label}
    </Button>
  )
}

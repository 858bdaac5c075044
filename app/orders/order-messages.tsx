import { useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages as sentences } from '#contract/basics/messages.ts'
import { orderMessageCalls, type OrderMessage } from '#contract/orders/order-messages.ts'
import { useMay } from '#app/identity/may.tsx'
import { callApi } from '#app/api/api.ts'
import { failureText, Loading } from '#app/ui/failure.tsx'
import { fieldsOf, filled, showRefusal } from '#app/ui/form-fields.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Status } from '#app/ui/status.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useLeaveQuestion } from '#app/ui/use-leave-question.tsx'
import { useAction } from '#app/api/use-action.ts'
import { orderMessagesWords as words } from '#app/words/order-messages.ts'

const SHOWN_AT_FIRST = 8

type OrderMessagesProps = {
  orderId: string
  /** Whether the reader is the order's customer. */
  isCustomer: boolean
  /** Polling interval of messages while changes are not received; false while they are. */
  refetchInterval: number | false
}

/** The messages about an order, and the field for a new one. */
export function OrderMessages({ orderId, isCustomer, refetchInterval }: OrderMessagesProps) {
  const may = useMay()
  const query = useQuery({ ...readOf(orderMessageCalls.ofOrder, { params: { id: orderId } }), refetchInterval })
  return (
    <Panel>
      <h3 className="mb-2 text-base font-semibold">{words.title}</h3>
      {query.data ? (
        <Thread key={orderId} orderId={orderId} messages={query.data.messages} own={isCustomer ? 'customer' : 'shop'} />
      ) : (
        <Loading query={query} skeleton={<Skeleton rows={2} />} />
      )}
      {/* With the messages, so that the field does not move when they are read. */}
      {!query.isPending && (isCustomer || may(orderMessageCalls.send)) && (
        <MessageForm key={`${orderId} form`} orderId={orderId} label={isCustomer ? words.ask : words.answer} />
      )}
    </Panel>
  )
}

type ThreadProps = { orderId: string; messages: OrderMessage[]; own: OrderMessage['side'] }

/** Oldest first. Messages since the last visit stay marked as new during this one. */
function Thread({ orderId, messages, own }: ThreadProps) {
  const [showsAll, setShowsAll] = useState(false)
  const [seenNow, setSeenNow] = useState<readonly string[]>([])
  const unread = messages.filter((message) => message.unread).map(({ _id }) => _id)
  const newest = unread.at(-1)
  const newestLine = useRef<HTMLLIElement>(null)
  const { run: markRead } = useAction({
    send: () => callApi(orderMessageCalls.markRead, { params: { id: orderId } }),
    onStart: () => setSeenNow((seen) => [...seen, ...unread]),
    onFailed: () => {}, // they are marked by the next visit
    changes: [orderMessageCalls.ofOrder, orderMessageCalls.unread],
  })
  const mark = useRef(markRead)
  useEffect(() => {
    mark.current = markRead
  })

  // Only what has been on the screen counts as read.
  useEffect(() => {
    if (!newest || !newestLine.current) return undefined
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      mark.current()
    })
    observer.observe(newestLine.current)
    return () => observer.disconnect()
  }, [newest])

  const hidden = showsAll ? 0 : Math.max(messages.length - Math.max(SHOWN_AT_FIRST, unread.length), 0)
  if (messages.length === 0) return <p className="mb-3 text-soft">{words.none}</p>
  return (
    <>
      {hidden > 0 && (
        <Button variant="secondary" className="mb-3" onClick={() => setShowsAll(true)}>
          {words.showEarlier(hidden)}
        </Button>
      )}
      <ol className="mb-3 grid gap-3" aria-live="polite" aria-label={words.title}>
        {messages.slice(hidden).map((message) => (
          <li
            key={message._id}
            ref={message._id === newest ? newestLine : undefined}
            className={`max-w-136 min-w-0 px-3 py-2 rounded-box forced-colors:border ${message.side === own ? 'justify-self-end ms-8 bg-accent-tint' : 'justify-self-start me-8 bg-sunken'}`}
          >
            <p className="flex flex-wrap items-center gap-x-5 text-soft">
              <span className="font-semibold text-ink wrap-anywhere">{authorOf(message, own)}</span>
              <Time value={message.sentAt} />
              {(message.unread || seenNow.includes(message._id)) && <Status tone="warning">{words.isNew}</Status>}
            </p>
            <p className="mt-1 whitespace-pre-line wrap-anywhere" dir="auto">
              {message.text}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Admins see who of them wrote; a buyer reads 'You' and 'Shop'. */
function authorOf({ side, author }: OrderMessage, own: OrderMessage['side']): string {
  if (own === 'customer' && side === 'customer') return words.you
  return author ?? words.shop
}

type MessageFields = { text: string }

function MessageForm({ orderId, label }: { orderId: string; label: string }) {
  const form = useForm<MessageFields>({ defaultValues: { text: '' } })
  const field = fieldsOf(form)
  const sender = useIdempotentSender<MessageFields>()
  const write = useAction({
    send: (body: MessageFields) => sender(body, (request) => callApi(orderMessageCalls.send, { params: { id: orderId }, ...request })),
    onDone: (_, { text }) => {
      // Text typed in the meantime is the next message.
      if (form.getValues('text') === text) form.reset()
      toast.success(words.sent)
    },
    onRefused: (error) => {
      if (showRefusal(form, error)) toast.error(failureText(error))
    },
    changes: [orderMessageCalls.ofOrder],
  })

  return (
    <form
      method="post"
      noValidate
      className="grid gap-3 border-t border-line pt-4"
      onSubmit={(event) => void form.handleSubmit((body) => write.run(body))(event)}
    >
      <TextArea
        {...field('text', filled(sentences.messageRequired, TEXT_LIMITS.orderMessage))}
        label={label}
        rows={3}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
      />
      <Button type="submit" variant="secondary" busy={write.isRunning} className="justify-self-start">
        {words.send}
      </Button>
      {form.formState.isDirty && !write.isRunning && <LeaveQuestion />}
    </form>
  )
}

/** A separate component, because a page has one question at a time. */
const LeaveQuestion = () => useLeaveQuestion(true)

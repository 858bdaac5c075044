import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { orderMessageCalls, type OrderMessage } from '#contract/order-messages.ts'
import { callApi } from '#app/api.ts'
import { LoadFailed } from '#app/failure.tsx'
import { fieldsOf, filled, showRefusal } from '#app/form-fields.ts'
import { useIdempotentSender } from '#app/idempotent-sender.ts'
import { readOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Status } from '#app/ui/status.tsx'
import { Time } from '#app/ui/time.tsx'
import { useLeaveQuestion } from '#app/ui/use-leave-question.tsx'
import { useAction } from '#app/use-action.ts'
import { orderMessagesWords as words } from '#app/words/order-messages.ts'

type OrderMessagesProps = {
  orderId: string
  /** Whether the reader is the order's customer. */
  isCustomer: boolean
  /** How often the messages are asked for while the screen is not told of changes; false while it is. */
  refetchInterval: number | false
}

/** The messages about an order, with a field for the next one. */
export function OrderMessages({ orderId, isCustomer, refetchInterval }: OrderMessagesProps) {
  const query = useQuery({ ...readOf(orderMessageCalls.ofOrder, { params: { id: orderId } }), refetchInterval })
  const markRead = useAction({
    send: () => callApi(orderMessageCalls.markRead, { params: { id: orderId } }),
    changes: [orderMessageCalls.ofOrder, orderMessageCalls.unread],
  })
  const unread = query.data?.messages.filter((message) => message.unread).length ?? 0
  return (
    <Panel>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">{words.title}</h3>
        {unread > 0 && (
          <span className="flex items-center gap-2">
            <Status tone="warning">{words.unreadMessages(unread)}</Status>
            <Button variant="ghost" busy={markRead.isRunning} onClick={() => markRead.run()}>
              {words.markRead}
            </Button>
          </span>
        )}
      </div>
      {query.data ? (
        <Thread written={query.data.messages} isCustomer={isCustomer} />
      ) : query.error ? (
        <LoadFailed query={query} />
      ) : (
        <Skeleton rows={2} />
      )}
      <WriteMessage orderId={orderId} isCustomer={isCustomer} />
    </Panel>
  )
}

function Thread({ written, isCustomer }: { written: OrderMessage[]; isCustomer: boolean }) {
  if (written.length === 0) return <p className="text-soft">{words.none}</p>
  return (
    <ol className="grid gap-3" aria-live="polite" aria-label={words.title}>
      {written.map(({ _id, side, author, text, sentAt, unread }) => (
        <li key={_id} className={side === 'customer' ? 'border-l-2 border-line pl-3' : 'border-l-2 border-brand pl-3'}>
          <p className="text-soft">
            {side === 'shop' ? (author ?? words.shop) : isCustomer ? words.customer : author} · <Time value={sentAt} />{' '}
            {unread && <Status tone="warning">{words.unread}</Status>}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{text}</p>
        </li>
      ))}
    </ol>
  )
}

function WriteMessage({ orderId, isCustomer }: { orderId: string; isCustomer: boolean }) {
  const form = useForm({ defaultValues: { text: '' } })
  const [trouble, setTrouble] = useState<string>()
  const sender = useIdempotentSender<{ text: string }>()
  const send = useAction({
    send: (body: { text: string }) => sender(body, (request) => callApi(orderMessageCalls.send, { params: { id: orderId }, ...request })),
    onStart: () => setTrouble(undefined),
    onDone: () => form.reset(),
    onRefused: (error) => setTrouble(showRefusal(form, error)),
    changes: [orderMessageCalls.ofOrder],
  })
  const leaveQuestion = useLeaveQuestion(form.formState.isDirty && !send.isRunning)
  return (
    <form noValidate className="mt-3 grid gap-2" onSubmit={(event) => void form.handleSubmit((typed) => send.run(typed))(event)}>
      <TextArea
        {...fieldsOf(form)('text', filled(messages.messageRequired, TEXT_LIMITS.orderMessage))}
        label={words.write(isCustomer)}
        rows={3}
        maxLength={TEXT_LIMITS.orderMessage}
      />
      {trouble && <Notice tone="danger">{trouble}</Notice>}
      <Button type="submit" className="justify-self-start" busy={send.isRunning}>
        {words.send}
      </Button>
      {leaveQuestion}
    </form>
  )
}

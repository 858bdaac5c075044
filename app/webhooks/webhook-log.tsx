import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { webhookCalls, type Webhook, type WebhookDelivery } from '#contract/people/webhooks.ts'
import { callApi } from '#app/api/api.ts'
import { Loading } from '#app/ui/failure.tsx'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { PageTurner } from '#app/ui/page-turner.tsx'
import { Status, type Tone } from '#app/ui/status.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { useAskedShop } from '#app/webhooks/asked-shop.ts'
import { webhookWords as words } from '#app/words/webhooks.ts'

const SIZE = 20
/** Polling interval while a message waits. */
const LOOK_AGAIN_MS = 3_000

const tones: Record<WebhookDelivery['state'], Tone> = { waiting: 'warning', delivered: 'success', 'given-up': 'danger' }

/** The messages of an endpoint, newest first, each with its answer and a button that sends it again. */
export function WebhookLog({ webhook: { _id: id, disabledAt } }: { webhook: Webhook }) {
  const askedShop = useAskedShop()
  const [page, setPage] = useState(0)
  const query = useQuery({
    ...readOf(webhookCalls.deliveries, { ...askedShop, params: { id }, query: { page, size: SIZE } }),
    refetchInterval: ({ state }) => (state.data?.deliveries.some((one) => one.state === 'waiting') ? LOOK_AGAIN_MS : false),
  })
  const { data } = query
  return (
    <section className="grid grid-cols-1 gap-3" aria-label={words.log}>
      <h3 className="font-semibold">{words.log}</h3>
      {!data && <Loading query={query} />}
      {data?.count === 0 && (
        <div className="text-soft">
          <p>{words.noLog}</p>
          <p>{words.noLogMore}</p>
        </div>
      )}
      {data && data.count > 0 && (
        <ol className="grid grid-cols-1 divide-y divide-line border-y border-line">
          {data.deliveries.map((delivery) => (
            <li key={delivery._id} className="py-3">
              <Delivery delivery={delivery} canSend={disabledAt === null} />
            </li>
          ))}
        </ol>
      )}
      {data && <PageTurner page={data.page} pages={Math.ceil(data.count / SIZE)} label={words.pages} onTurn={setPage} />}
    </section>
  )
}

function Delivery({ delivery, canSend }: { delivery: WebhookDelivery; canSend: boolean }) {
  const { _id, event, state, createdAt, attempts, nextAttemptAt, problem, answer, body } = delivery
  const askedShop = useAskedShop()
  const again = useAction({
    send: () => callApi(webhookCalls.redeliver, { ...askedShop, params: { id: _id } }),
    onDone: () => toast.success(words.redelivered),
    changes: [webhookCalls.deliveries],
  })
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold wrap-anywhere">{words.about(words.events[event], nameOf(body))}</span>
        <Status tone={tones[state]}>{words.deliveryStates[state]}</Status>
      </div>
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-soft">
          <Time value={createdAt} /> · <span className="whitespace-nowrap">{words.attempts(attempts)}</span>
          {nextAttemptAt && attempts > 0 && (
            <span>
              {` · ${words.next} `}
              <Time value={nextAttemptAt} />
            </span>
          )}
        </p>
        {canSend && (
          <Button variant="secondary" className="shrink-0" busy={again.isRunning} onClick={() => again.run()}>
            {words.redeliver}
          </Button>
        )}
      </div>
      {problem && <p className="wrap-anywhere">{problem}</p>}
      <details>
        <summary className="link w-fit cursor-pointer py-1">{words.show}</summary>
        <pre className="mt-1 text-sm whitespace-pre-wrap wrap-anywhere">{JSON.stringify(JSON.parse(body), null, 2)}</pre>
        {answer && <p className="mt-2 wrap-anywhere text-soft">{words.answered(answer)}</p>}
      </details>
    </div>
  )
}

/** Number of the order or quote, or of the part. */
function nameOf(body: string): string {
  const { data } = JSON.parse(body) as { data: { number?: string; partNumber?: string; order?: { number: string } } }
  return data.number ?? data.order?.number ?? data.partNumber ?? ''
}

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { apiKeyCalls } from '#contract/people/api-keys.ts'
import { webhookCalls, webhookEvents, webhookMessages, type Webhook } from '#contract/people/webhooks.ts'
import { callApi } from '#app/api/api.ts'
import { Loading } from '#app/ui/failure.tsx'
import { useEmailUnconfirmed } from '#app/identity/email-unconfirmed.ts'
import { SendVerification } from '#app/identity/send-verification.tsx'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { useKeptFocus } from '#app/ui/kept-focus.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Status, type Tone } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { useOpened } from '#app/ui/use-opened.ts'
import { ShownSecret } from '#app/users/shown-secret.tsx'
import { AskedShopContext, theSandbox, useAskedShop } from '#app/webhooks/asked-shop.ts'
import { WebhookForm } from '#app/webhooks/webhook-form.tsx'
import { WebhookSheet } from '#app/webhooks/webhook-sheet.tsx'
import { sandboxWebhookWords as sandboxWords, webhookWords as words } from '#app/words/webhooks.ts'

/** The endpoints of the user's programs, and below them those of the sandbox for users with a test key. */
export function ProfileWebhooks() {
  const { data: keys = [] } = useQuery(readOf(apiKeyCalls.mine))
  return (
    <>
      <Endpoints words={words} opened="open" />
      {keys.some(({ isTest }) => isTest) && (
        <AskedShopContext value={theSandbox}>
          <Endpoints words={sandboxWords} opened="sandbox" />
        </AskedShopContext>
      )}
    </>
  )
}

type EndpointsProps = {
  words: Record<'title' | 'caption' | 'explained' | 'stays', string>
  /** Parameter of the address that names the opened endpoint. */
  opened: string
}

/** Endpoints of one shop; each opens beside the page with its log. */
function Endpoints({ words: { title, caption, explained, stays }, opened }: EndpointsProps) {
  const query = useQuery(readOf(webhookCalls.mine, useAskedShop()))
  const { data: webhooks, error } = query
  const heading = useKeptFocus<HTMLHeadingElement>(webhooks?.length ?? 0)
  const { openedId, hrefOf, close } = useOpened(opened)

  return (
    <Panel className="panel-dense">
      <div className="grid grid-cols-1 gap-3">
        <h3 ref={heading} tabIndex={-1} className="font-semibold">
          {title}
        </h3>
        <div className="grid gap-1 text-soft">
          <p>
            {explained}{' '}
            <a href="/api/docs" className="link">
              {words.document}
            </a>
          </p>
          <p>{stays}</p>
        </div>
        {webhooks && webhooks.length > 0 && (
          <Table caption={caption} columns={columns} rows={webhooks} rowKey={({ _id }) => _id} href={({ _id }) => hrefOf(_id)} />
        )}
        {(error || !webhooks) && <Loading query={query} />}
        <EndpointMaker />
      </div>
      {openedId !== undefined && webhooks && <WebhookSheet webhook={webhooks.find(({ _id }) => _id === openedId)} onClose={close} />}
    </Panel>
  )
}

/** A button, then the form, then the secret of the new endpoint. */
function EndpointMaker() {
  const [step, setStep] = useState<'button' | 'form' | { secret: string }>('button')
  const isEmailUnconfirmed = useEmailUnconfirmed()
  const askedShop = useAskedShop()

  if (isEmailUnconfirmed) return <Notice action={<SendVerification />}>{webhookMessages.confirmFirst}</Notice>
  if (step === 'form')
    return (
      <WebhookForm
        label={words.submit}
        send={(body) => callApi(webhookCalls.create, { ...askedShop, body })}
        onDone={({ secret }) => setStep({ secret })}
        onCancel={() => setStep('button')}
      />
    )
  if (step !== 'button') return <ShownSecret secret={step.secret} words={words.secret} onDone={() => setStep('button')} />
  return (
    <Button variant="secondary" className="justify-self-start" onClick={() => setStep('form')}>
      {words.add}
    </Button>
  )
}

const columns: Column<Webhook>[] = [
  { title: words.columns.url, card: 'name', fills: true, cell: ({ url }) => <span className="wrap-anywhere">{url}</span> },
  {
    title: words.columns.events,
    multiline: true,
    cell: ({ events }) =>
      events.length === webhookEvents.length
        ? words.allEvents
        : events.map((event) => (
            <span key={event} className="block">
              {words.events[event]}
            </span>
          )),
  },
  { title: words.columns.state, card: 'state', cell: (webhook) => <WebhookState webhook={webhook} /> },
]

function WebhookState({ webhook: { disabledAt, failingSince } }: { webhook: Webhook }) {
  const [tone, text]: [Tone, string] = disabledAt
    ? ['danger', words.states.off]
    : failingSince
      ? ['warning', words.states.failing]
      : ['success', words.states.on]
  return <Status tone={tone}>{text}</Status>
}

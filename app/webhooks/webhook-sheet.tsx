import { useState } from 'react'
import { webhookCalls, webhookEvents, type Webhook, type WebhookEvent } from '#contract/people/webhooks.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SideSheet } from '#app/ui/side-sheet.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { ShownSecret } from '#app/users/shown-secret.tsx'
import { useAskedShop } from '#app/webhooks/asked-shop.ts'
import { WebhookForm } from '#app/webhooks/webhook-form.tsx'
import { WebhookLog } from '#app/webhooks/webhook-log.tsx'
import { webhookWords as words } from '#app/words/webhooks.ts'

const hostOf = (url: string) => new URL(url).host

/** An endpoint beside the profile: its actions, and its log. */
export function WebhookSheet({ webhook, onClose }: { webhook: Webhook | undefined; onClose: () => void }) {
  return (
    <SideSheet title={webhook ? hostOf(webhook.url) : words.title} onClose={onClose}>
      {webhook ? <Endpoint webhook={webhook} onGone={onClose} /> : <Notice tone="warning">{words.notListed}</Notice>}
    </SideSheet>
  )
}

function Endpoint({ webhook, onGone }: { webhook: Webhook; onGone: () => void }) {
  const { _id, url, createdAt, failingSince, disabledReason, oldSecretUntil } = webhook
  const askedShop = useAskedShop()
  const [step, setStep] = useState<'facts' | 'form' | { secret: string }>('facts')

  if (step === 'form')
    return (
      <WebhookForm
        webhook={webhook}
        label={words.save}
        send={(body) => callApi(webhookCalls.change, { ...askedShop, params: { id: _id }, body })}
        onDone={() => {
          toast.success(words.saved)
          setStep('facts')
        }}
        onCancel={() => setStep('facts')}
      />
    )
  return (
    <>
      <p className="whitespace-pre-line wrap-anywhere">{url}</p>
      {disabledReason && <Notice tone="warning">{words.off[disabledReason]}</Notice>}
      <Facts>
        <Fact title={words.added}>
          <Time value={createdAt} />
        </Fact>
        {failingSince && (
          <Fact title={words.failingSince}>
            <Time value={failingSince} />
          </Fact>
        )}
        {oldSecretUntil && (
          <Fact title={words.oldSecretUntil}>
            <Time value={oldSecretUntil} />
          </Fact>
        )}
      </Facts>
      {typeof step === 'object' && <ShownSecret secret={step.secret} words={words.secret} onDone={() => setStep('facts')} />}
      <TestButton id={_id} />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" onClick={() => setStep('form')}>
          {words.change}
        </Button>
        <ConfirmedAction
          button={words.rotate}
          question={words.rotateQuestion}
          tone="primary"
          send={() => callApi(webhookCalls.rotate, { ...askedShop, params: { id: _id } })}
          onDone={({ secret }) => setStep({ secret })}
          changes={[webhookCalls.mine]}
        >
          {words.rotateExplained}
        </ConfirmedAction>
        <Switch webhook={webhook} />
        <ConfirmedAction
          renderButton={(ask) => (
            <Button variant="ghost" onClick={ask}>
              {words.delete}
            </Button>
          )}
          question={words.deleteQuestion(hostOf(url))}
          send={() => callApi(webhookCalls.remove, { ...askedShop, params: { id: _id } })}
          onDone={() => {
            toast.success(words.deleted)
            onGone()
          }}
          changes={[webhookCalls.mine]}
        >
          {words.deleteExplained}
        </ConfirmedAction>
      </div>
      <WebhookLog webhook={webhook} />
    </>
  )
}

function Switch({ webhook: { _id, disabledAt } }: { webhook: Webhook }) {
  const askedShop = useAskedShop()
  const change = (enabled: boolean) => callApi(webhookCalls.change, { ...askedShop, params: { id: _id }, body: { enabled } })
  const switchOn = useAction({ send: () => change(true), changes: [webhookCalls.mine] })
  if (disabledAt)
    return (
      <Button variant="secondary" busy={switchOn.isRunning} onClick={() => switchOn.run()}>
        {words.switchOn}
      </Button>
    )
  return (
    <ConfirmedAction
      button={words.switchOff}
      question={words.switchOffQuestion}
      send={() => change(false)}
      onDone={() => {}}
      changes={[webhookCalls.mine, webhookCalls.deliveries]}
    >
      {words.switchOffExplained}
    </ConfirmedAction>
  )
}

/** Sends a test, and shows the answer below the button. */
function TestButton({ id }: { id: string }) {
  const askedShop = useAskedShop()
  const [event, setEvent] = useState<WebhookEvent>()
  const test = useAction({ send: () => callApi(webhookCalls.test, { ...askedShop, params: { id }, query: event ? { event } : {} }) })
  const { answer: result } = test
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={words.testWith}
          value={event ?? ''}
          options={[['', words.ping], ...webhookEvents.map((one) => [one, words.events[one]] as const)]}
          onChange={({ target }) => setEvent(webhookEvents.find((one) => one === target.value))}
        />
        <Button busy={test.isRunning} onClick={() => test.run()}>
          {words.test}
        </Button>
      </div>
      {result && !test.isRunning && (
        <Notice tone={result.problem === null ? 'success' : 'danger'}>
          <p>{result.problem === null ? words.tested(result.milliseconds) : words.testFailed(result.problem)}</p>
          {result.answer && <p className="mt-1 wrap-anywhere text-soft">{words.answered(result.answer)}</p>}
        </Notice>
      )}
    </div>
  )
}

import { useEffect, useId } from 'react'
import { useForm } from 'react-hook-form'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { webhookCalls, webhookEvents, webhookMessages as messages, type NewWebhook, type Webhook } from '#contract/people/webhooks.ts'
import { fieldsOf, filled, showRefusal } from '#app/ui/form-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckField, TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { webhookWords as words } from '#app/words/webhooks.ts'

type WebhookFormProps<Answer> = {
  /** The endpoint to change; without it one is added. */
  webhook?: Webhook
  label: string
  send: (body: NewWebhook) => Promise<Answer>
  onDone: (answer: Answer) => void
  onCancel: () => void
}

/** Address and events of an endpoint. */
export function WebhookForm<Answer>({ webhook, label, send, onDone, onCancel }: WebhookFormProps<Answer>) {
  const eventsError = useId()
  const form = useForm<NewWebhook>({ defaultValues: { url: webhook?.url ?? '', events: webhook?.events ?? [...webhookEvents] } })
  const field = fieldsOf(form)
  const { setFocus } = form
  const { events: eventsProblem } = form.formState.errors

  // The button that opened the form was removed, and with it the focus.
  useEffect(() => setFocus('url'), [setFocus])

  const save = useAction({
    send,
    onDone,
    onFailed: (error) => {
      const sentence = showRefusal(form, error)
      if (sentence !== undefined) toast.error(sentence)
    },
    changes: [webhookCalls.mine],
  })
  const submit = form.handleSubmit(({ url, events }) => save.run({ url: url.trim(), events }))

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid max-w-prose gap-5">
      <TextField
        {...field('url', filled(messages.url, TEXT_LIMITS.webhookUrl))}
        label={words.url}
        hint={words.urlHint}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <fieldset aria-describedby={eventsProblem ? eventsError : undefined}>
        <legend className="field-label">{words.choose}</legend>
        {webhookEvents.map((event) => (
          <CheckField
            key={event}
            label={words.events[event]}
            value={event}
            {...form.register('events', { validate: (events) => events.length > 0 || messages.eventsRequired })}
          />
        ))}
        {eventsProblem && (
          <p id={eventsError} className="field-error">
            {eventsProblem.message}
          </p>
        )}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isRunning}>
          {label}
        </Button>
        <Button variant="secondary" onClick={onCancel} disabled={save.isRunning}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

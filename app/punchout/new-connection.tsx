import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { CallResponse } from '#contract/basics/call.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import {
  PUNCHOUT_LIMITS,
  punchoutCalls,
  punchoutKinds,
  punchoutMessages as messages,
  type NewPunchoutConnection,
  type PunchoutKind,
} from '#contract/quotes/punchout.ts'
import { callApi } from '#app/api/api.ts'
import { fieldsOf, filled, showRefusal } from '#app/ui/form-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { punchoutWords as words } from '#app/words/punchout.ts'

type Form = { name: string; kind: PunchoutKind; domain: string; identity: string; url: string }

type NewConnectionProps = {
  /** Called with the secret, which no later answer contains. */
  onCreated: (made: CallResponse<typeof punchoutCalls.create>) => void
  onCancel: () => void
}

/** The form of a new connection: its kind, and for cXML the identity that the procurement system sends. */
export function NewConnection({ onCreated, onCancel }: NewConnectionProps) {
  const form = useForm<Form>({ defaultValues: { name: '', kind: 'cxml', domain: 'DUNS', identity: '', url: '' }, shouldUnregister: true })
  const field = fieldsOf(form)
  const { setFocus } = form
  const isCxml = form.watch('kind') === 'cxml'

  // The button that opened the form was removed, and with it the focus.
  useEffect(() => setFocus('name'), [setFocus])

  const create = useAction({
    send: (body: NewPunchoutConnection) => callApi(punchoutCalls.create, { body }),
    onDone: onCreated,
    onFailed: (error) => {
      const sentence = showRefusal(form, error)
      if (sentence !== undefined) toast.error(sentence)
    },
    changes: [punchoutCalls.mine],
  })
  const submit = form.handleSubmit(({ name, kind, domain, identity, url = '' }) =>
    create.run({
      name: name.trim(),
      kind,
      ...(kind === 'cxml' && { domain: domain.trim(), identity: identity.trim(), ...(url.trim() !== '' && { url: url.trim() }) }),
    }),
  )

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid max-w-prose gap-5">
      <TextField
        {...field('name', filled(messages.nameRequired, TEXT_LIMITS.apiKeyName))}
        label={words.name}
        placeholder={words.namePlaceholder}
        autoComplete="off"
      />
      <SelectField {...field('kind')} label={words.kind} options={punchoutKinds.map((kind) => [kind, words.kinds[kind]])} />
      {isCxml && (
        <>
          <TextField
            {...field('domain', filled(messages.domainRequired, PUNCHOUT_LIMITS.identity))}
            label={words.domain}
            hint={words.domainHint}
            autoComplete="off"
            spellCheck={false}
          />
          <TextField
            {...field('identity', filled(messages.identityRequired, PUNCHOUT_LIMITS.identity))}
            label={words.identity}
            hint={words.identityHint}
            autoComplete="off"
            spellCheck={false}
          />
          <TextField
            {...field('url')}
            label={words.answers.url}
            hint={words.answers.urlHint}
            maxLength={TEXT_LIMITS.webhookUrl}
            type="url"
            autoComplete="off"
            spellCheck={false}
          />
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={create.isRunning}>
          {words.submit}
        </Button>
        <Button variant="secondary" onClick={onCancel} disabled={create.isRunning}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

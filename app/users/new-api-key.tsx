import { useEffect, useId } from 'react'
import { useForm } from 'react-hook-form'
import { actsForShop, apiKeyCalls, apiScopes, customerScopes, type ApiScope, type NewApiKey as Wanted } from '#contract/people/api-keys.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { callApi } from '#app/api/api.ts'
import { fieldsOf, filled, showRefusal } from '#app/ui/form-fields.ts'
import { useSession } from '#app/identity/session.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { apiKeyWords as words } from '#app/words/api-keys.ts'

type Form = { name: string; use: keyof typeof words.uses; scopes: ApiScope[]; days: string }

type NewApiKeyProps = {
  /** Called with the key, which no later answer contains. */
  onCreated: (key: string) => void
  onCancel: () => void
}

/** The form of a new key: name, scopes and lifetime. */
export function NewApiKey({ onCreated, onCancel }: NewApiKeyProps) {
  const scopesError = useId()
  const { isAdmin, permissions = [] } = useSession()
  const forShop = apiScopes.filter((scope) => actsForShop({ role: isAdmin ? 'admin' : '', permissions }, scope))
  const form = useForm<Form>({ defaultValues: { name: '', use: 'shop', scopes: [], days: words.validities[1].days } })
  const field = fieldsOf(form)
  const { setFocus } = form
  const { scopes: scopesProblem } = form.formState.errors

  // The button that opened the form was removed, and with it the focus.
  useEffect(() => setFocus('name'), [setFocus])

  const create = useAction({
    send: (body: Wanted) => callApi(apiKeyCalls.create, { body }),
    onDone: ({ key }) => onCreated(key),
    onFailed: (error) => {
      const sentence = showRefusal(form, error)
      if (sentence !== undefined) toast.error(sentence)
    },
    changes: [apiKeyCalls.mine],
  })

  const submit = form.handleSubmit(({ name, use, scopes, days }) =>
    create.run({ name: name.trim(), scopes, isTest: use === 'sandbox', ...(days !== '' && { days: Number(days) }) }),
  )

  const checkOf = (scope: ApiScope) => (
    <CheckField
      key={scope}
      label={words.scopes[scope]}
      value={scope}
      {...form.register('scopes', { validate: (scopes) => scopes.length > 0 || messages.apiKeyScopesRequired })}
    />
  )

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid max-w-prose gap-5">
      <TextField
        {...field('name', filled(messages.apiKeyNameRequired, TEXT_LIMITS.apiKeyName))}
        label={words.name}
        placeholder={words.namePlaceholder}
        autoComplete="off"
      />
      <SelectField {...field('use')} label={words.use} options={Object.entries(words.uses)} />
      <fieldset aria-describedby={scopesProblem ? scopesError : undefined}>
        <legend className="field-label">{words.allows}</legend>
        {forShop.length > 0 && <p className="mt-1 text-soft">{words.forAccount}</p>}
        {customerScopes.map(checkOf)}
        {forShop.length > 0 && <p className="mt-3 text-soft">{words.forShop}</p>}
        {forShop.map(checkOf)}
        {scopesProblem && (
          <p id={scopesError} className="field-error">
            {scopesProblem.message}
          </p>
        )}
      </fieldset>
      <SelectField {...field('days')} label={words.validity} options={words.validities.map(({ days, text }) => [days, text])} />
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

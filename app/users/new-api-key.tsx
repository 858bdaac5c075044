import { useEffect, useId } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { apiKeyCalls, apiScopes, type ApiScope, type NewApiKey as Wanted } from '#contract/api-keys.ts'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { callApi } from '#app/api.ts'
import { showRefusal } from '#app/identity/form-refusal.ts'
import { keyOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckField, Field, TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.ts'
import { apiKeyWords as words } from '#app/words/api-keys.ts'

type Form = { name: string; scopes: ApiScope[]; days: string }

const fieldsOfForm = { name: 'name', scopes: 'scopes', days: 'days' } as const

type NewApiKeyProps = {
  /** Called with the key, which no later answer contains. */
  onCreated: (key: string) => void
  onCancel: () => void
}

/** The form of a new key: name, scopes and lifetime. */
export function NewApiKey({ onCreated, onCancel }: NewApiKeyProps) {
  const queries = useQueryClient()
  const scopesError = useId()
  const {
    register,
    handleSubmit,
    setError,
    setFocus,
    formState: { errors },
  } = useForm<Form>({
    defaultValues: { name: '', scopes: [], days: words.validities[1].days },
  })

  // The button that opened the form was removed, and with it the focus.
  useEffect(() => setFocus('name'), [setFocus])

  const create = useMutation({
    mutationFn: (body: Wanted) => callApi(apiKeyCalls.create, { body }),
    onSuccess: ({ key }) => onCreated(key),
    onError: (error) => {
      const sentence = showRefusal<Form>(error, fieldsOfForm, setError)
      if (sentence !== undefined) toast.error(sentence)
    },
    // Also after a lost answer: the key exists then, and can only be revoked.
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(apiKeyCalls.mine) }),
  })

  const submit = handleSubmit(({ name, scopes, days }) =>
    create.mutate({ name: name.trim(), scopes, ...(days !== '' && { days: Number(days) }) }),
  )

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid max-w-prose gap-5">
      <TextField
        label={words.name}
        placeholder={words.namePlaceholder}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', {
          validate: (name) => name.trim() !== '' || messages.apiKeyNameRequired,
          maxLength: { value: TEXT_LIMITS.apiKeyName, message: messages.tooLong(TEXT_LIMITS.apiKeyName) },
        })}
      />
      <fieldset aria-describedby={errors.scopes ? scopesError : undefined}>
        <legend className="field-label">{words.allows}</legend>
        {apiScopes.map((scope) => (
          <CheckField
            key={scope}
            label={words.scopes[scope]}
            value={scope}
            {...register('scopes', { validate: (scopes) => scopes.length > 0 || messages.apiKeyScopesRequired })}
          />
        ))}
        {errors.scopes && (
          <p id={scopesError} className="field-error">
            {errors.scopes.message}
          </p>
        )}
      </fieldset>
      <Field label={words.validity} error={errors.days?.message}>
        {(control) => (
          <select {...control} className="control" {...register('days')}>
            {words.validities.map(({ days, text }) => (
              <option key={text} value={days}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={create.isPending}>
          {words.submit}
        </Button>
        <Button variant="secondary" onClick={onCancel} disabled={create.isPending}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

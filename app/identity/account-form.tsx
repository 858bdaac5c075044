import type { ReactNode, SubmitEvent } from 'react'
import { FormProvider, useFormContext, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { fieldRules } from '#app/identity/field-rules.ts'
import { useHydrated } from '#app/identity/hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { PasswordField, TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { fieldWords as words } from '#app/words/fields.ts'

type AccountFormProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>
  /** Label of the button. */
  submit: string
  /** What is running, in words; undefined while nothing is. */
  running: string | undefined
  /** Whether it is the button that started it. */
  busy: boolean
  disabled?: boolean
  /** Why the last attempt failed. */
  failure: string | undefined
  children: ReactNode
}

/** The form of login, registration and new passwords: its fields, state, failure, and the button. */
export function AccountForm<Values extends FieldValues>(props: AccountFormProps<Values>) {
  const { form, onSubmit, submit, running, busy, disabled = false, failure, children } = props
  const isHydrated = useHydrated()
  return (
    <FormProvider {...form}>
      {/* POST, so that a form sent before the script runs puts no password into the address. */}
      <form method="post" noValidate onSubmit={(event) => void onSubmit(event)} className="grid gap-5">
        {children}
        {running !== undefined && <Spinner text={running} />}
        {failure && <Notice tone="danger">{failure}</Notice>}
        <Button type="submit" busy={busy} disabled={!isHydrated || disabled}>
          {submit}
        </Button>
      </form>
    </FormProvider>
  )
}

// The fields are components, so that they register in their order: the first one that is wrong gets the focus.

export function EmailField() {
  const field = fieldsOf(useFormContext<{ email: string }>())
  return <TextField {...field('email', fieldRules.email)} label={words.email} type="email" autoComplete="username" />
}

/** The password that a person signs in with. */
export function CurrentPasswordField() {
  const field = fieldsOf(useFormContext<{ password: string }>())
  return <PasswordField {...field('password', fieldRules.password)} label={words.password} autoComplete="current-password" />
}

/** A password to be set, and the same once more. */
export function NewPasswordFields({ label }: { label: string }) {
  const field = fieldsOf(useFormContext<{ password: string; confirmation: string }>())
  return (
    <>
      <PasswordField
        {...field('password', { ...fieldRules.newPassword, deps: 'confirmation' })}
        label={label}
        hint={words.newPasswordHint}
        autoComplete="new-password"
      />
      <TextField
        {...field('confirmation', fieldRules.confirmation)}
        label={words.confirmPassword}
        type="password"
        autoComplete="new-password"
      />
    </>
  )
}

import { FormProvider, useForm } from 'react-hook-form'
import { identityCalls, type PasswordChange } from '#contract/people/identity.ts'
import { messages } from '#contract/basics/messages.ts'
import { callApi } from '#app/api/api.ts'
import { failureText } from '#app/ui/failure.tsx'
import { fieldsOf, showRefusal } from '#app/ui/form-fields.ts'
import { NewPasswordFields } from '#app/identity/account-form.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckField, PasswordField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { profileWords as words } from '#app/words/profile.ts'

type Form = { currentPassword: string; password: string; confirmation: string; endOtherSessions: boolean }

const EMPTY: Form = { currentPassword: '', password: '', confirmation: '', endOtherSessions: true }

/** The form that changes a password whose owner knows it. */
export function ChangePassword({ email }: { email: string }) {
  const form = useForm<Form>({ defaultValues: EMPTY })
  const field = fieldsOf(form)
  const change = useAction({
    send: (body: PasswordChange) => callApi(identityCalls.changePassword, { body }),
    onDone: (_, { endOtherSessions }) => {
      form.reset(EMPTY)
      toast.success(endOtherSessions ? words.passwordChangedEverywhere : words.passwordChanged)
    },
    onFailed: (error) => {
      if (showRefusal(form, error, { newPassword: 'password' })) toast.error(failureText(error))
    },
  })
  const save = form.handleSubmit(({ currentPassword, password, endOtherSessions }) =>
    change.run({ currentPassword, newPassword: password, endOtherSessions }),
  )
  return (
    <FormProvider {...form}>
      {/* POST, so that a form sent before the script runs puts no password into the address. */}
      <form method="post" noValidate onSubmit={(event) => void save(event)} className="grid w-full max-w-120 gap-4">
        {/* For password managers: whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...field('currentPassword', { required: messages.passwordRequired })}
          label={words.currentPassword}
          autoComplete="current-password"
        />
        <NewPasswordFields label={words.newPassword} />
        <CheckField {...field('endOtherSessions')} label={words.endOtherSessions} />
        <Button type="submit" variant="secondary" busy={change.isRunning} className="justify-self-start">
          {words.changePassword}
        </Button>
      </form>
    </FormProvider>
  )
}

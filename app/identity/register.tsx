import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { normalizeEmail } from '#contract/fields.ts'
import { identityCalls, type Registration } from '#contract/identity.ts'
import { ApiError, callApi } from '#app/api.ts'
import { TermsDialog } from '#app/company/terms-dialog.tsx'
import { fieldRules } from '#app/identity/field-rules.ts'
import { showRefusal } from '#app/identity/form-refusal.ts'
import { useHydrated } from '#app/identity/hydrated.ts'
import { loginStateOf, returnPathOf } from '#app/identity/return-path.ts'
import { useSession } from '#app/identity/session.tsx'
import { signInWith } from '#app/identity/sign-in.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckField, PasswordField, TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { fieldWords } from '#app/words/fields.ts'
import { registerWords as words } from '#app/words/register.ts'
import { signInWords } from '#app/words/sign-in.ts'

export const meta = pageMeta(words.title, words.description)

type Form = Registration & { confirmation: string; terms: boolean }

export default function Register() {
  const { state } = useLocation()
  const { status } = useSession()
  if (status === 'signedIn') return <Navigate to={returnPathOf(state)} replace />

  return (
    <Page title={words.title} width="narrow">
      <Panel className="grid gap-6">
        <RegistrationForm />
        <p className="text-center">
          {words.haveAccount} <Link to={paths.login} state={state} className="link">{words.login}</Link>
        </p>
      </Panel>
    </Page>
  )
}

function RegistrationForm() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const { register, handleSubmit, setError, control, formState } = useForm<Form>()
  const [failure, setFailure] = useState<string>()
  const { errors, isSubmitting } = formState
  const accepted = useWatch({ control, name: 'terms' }) === true

  const signUp = handleSubmit(async ({ name, email, password }) => {
    setFailure(undefined)
    let isRegistered = false
    try {
      await signInWith(
        () => callApi(identityCalls.register, { body: { name, email: normalizeEmail(email), password } }),
        () => {
          isRegistered = true
        },
      )
    } catch (error) {
      // Registering again would say that the email is taken.
      if (isRegistered) await navigate(paths.login, { state: { from: loginStateOf(state).from, accountReady: true } })
      else if (error instanceof ApiError && error.code === 'EMAIL_TAKEN') {
        setError('email', { type: 'server', message: error.message }, { shouldFocus: true })
      } else setFailure(showRefusal<Form>(error, { name: 'name', email: 'email', password: 'password' }, setError))
    }
  })

  return (
    // POST, so that a form sent before the script runs puts no password into the address.
    <form method="post" noValidate onSubmit={(event) => void signUp(event)} className="grid gap-5">
      <TextField
        label={words.name}
        autoComplete="name"
        error={errors.name?.message}
        {...register('name', fieldRules.name)}
      />
      <TextField
        label={words.email}
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register('email', fieldRules.email)}
      />
      <PasswordField
        label={words.password}
        hint={fieldWords.newPasswordHint}
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password', { ...fieldRules.newPassword, deps: 'confirmation' })}
      />
      <TextField
        label={words.confirmPassword}
        type="password"
        autoComplete="new-password"
        error={errors.confirmation?.message}
        {...register('confirmation', fieldRules.confirmation)}
      />
      <div>
        <CheckField
          label={words.terms}
          error={errors.terms?.message}
          {...register('terms', { required: words.termsRequired })}
          disabled={!isHydrated}
        />
        <TermsDialog />
      </div>
      {isSubmitting && <Spinner text={signInWords.registrationProcessing} />}
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Button type="submit" busy={isSubmitting} disabled={!isHydrated || !accepted}>{words.register}</Button>
    </form>
  )
}

import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { normalizeEmail } from '#contract/basics/fields.ts'
import { identityCalls, type Registration } from '#contract/people/identity.ts'
import { ApiError } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { fieldsOf, showRefusal } from '#app/ui/form-fields.ts'
import { TermsDialog } from '#app/company/terms-dialog.tsx'
import { AccountForm, EmailField, NewPasswordFields } from '#app/identity/account-form.tsx'
import { AccountPage } from '#app/identity/account-page.tsx'
import { fieldRules } from '#app/identity/field-rules.ts'
import { useHydrated } from '#app/identity/hydrated.ts'
import { loginStateOf, returnPathOf } from '#app/identity/return-path.ts'
import { useSession } from '#app/identity/session.tsx'
import { signInWith } from '#app/identity/sign-in.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { CheckField, TextField } from '#app/ui/field.tsx'
import { registerWords as words } from '#app/words/register.ts'
import { signInWords } from '#app/words/sign-in.ts'

export const meta = pageMeta(words.title, words.description)

type Form = Registration & { confirmation: string; terms: boolean }

export default function Register() {
  const { state } = useLocation()
  const { status } = useSession()
  if (status === 'signedIn') return <Navigate to={returnPathOf(state)} replace />

  return (
    <AccountPage title={words.title}>
      <RegistrationForm />
      <p className="text-center">
        {words.haveAccount}{' '}
        <Link to={paths.login} state={state} className="link">
          {words.login}
        </Link>
      </p>
    </AccountPage>
  )
}

function RegistrationForm() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const form = useForm<Form>()
  const field = fieldsOf(form)
  const [failure, setFailure] = useState<string>()
  const { isSubmitting } = form.formState
  const accepted = useWatch({ control: form.control, name: 'terms' }) === true

  const signUp = form.handleSubmit(async ({ name, email, password }) => {
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
        form.setError('email', { type: 'server', message: error.message }, { shouldFocus: true })
      } else setFailure(showRefusal(form, error))
    }
  })

  return (
    <AccountForm
      form={form}
      onSubmit={signUp}
      submit={words.register}
      running={isSubmitting ? signInWords.registrationProcessing : undefined}
      busy={isSubmitting}
      disabled={!accepted}
      failure={failure}
    >
      <TextField {...field('name', fieldRules.name)} label={words.name} autoComplete="name" />
      <EmailField />
      <NewPasswordFields label={words.password} />
      <div>
        <CheckField {...field('terms', { required: words.termsRequired })} label={words.terms} disabled={!isHydrated} />
        <TermsDialog />
      </div>
    </AccountForm>
  )
}

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, Navigate, useLocation, useRouteLoaderData } from 'react-router'
import { EMAIL_PATTERN, normalizeEmail } from '#contract/basics/fields.ts'
import { identityCalls, type Credentials } from '#contract/people/identity.ts'
import { messages } from '#contract/basics/messages.ts'
import { ApiError, sentenceOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { showRefusal } from '#app/ui/form-fields.ts'
import { AccountForm, CurrentPasswordField, EmailField } from '#app/identity/account-form.tsx'
import { AccountPage } from '#app/identity/account-page.tsx'
import { GoogleButton } from '#app/identity/google-button.tsx'
import { useHydrated } from '#app/identity/hydrated.ts'
import { loginFailure } from '#app/identity/login-failure.ts'
import { ProviderButton } from '#app/identity/provider-button.tsx'
import { sendResetMail } from '#app/identity/reset-mail.ts'
import { loginStateOf, returnPathOf } from '#app/identity/return-path.ts'
import { useSession } from '#app/identity/session.tsx'
import { signInWith } from '#app/identity/sign-in.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { loginWords as words } from '#app/words/login.ts'
import { signInWords } from '#app/words/sign-in.ts'

export const meta = pageMeta(words.title, words.description)

export default function Login() {
  const { state } = useLocation()
  const { status } = useSession()
  if (status === 'signedIn') return <Navigate to={returnPathOf(state)} replace />

  return (
    <AccountPage title={words.title} notices={<ReasonToSignIn />}>
      <LoginForm />
      <div className="flex items-center gap-4 text-soft">
        <hr className="flex-1 border-line" />
        {words.or}
        <hr className="flex-1 border-line" />
      </div>
      <ProviderButtons />
      <p className="text-center">
        {words.newHere}{' '}
        <Link to={paths.register} state={state} className="link">
          {words.createAccount}
        </Link>
      </p>
    </AccountPage>
  )
}

function ProviderButtons() {
  const issuers = useRouteLoaderData<typeof rootLoader>('root')?.identityProviders
  const name = issuers?.oidc?.name
  return (
    <div className="grid gap-4">
      <GoogleButton issuers={issuers} />
      {name !== undefined && (
        <ProviderButton issuer="oidc" name={name}>
          {words.continueWith(name)}
        </ProviderButton>
      )}
    </div>
  )
}

/** Hints above the form: why the visitor was sent here, and where a trial shop's accounts are listed. */
function ReasonToSignIn() {
  const { state } = useLocation()
  const { status } = useSession()
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const { sessionEnded, accountReady } = loginStateOf(state)
  // The server renders this page without the navigation state.
  const isKnown = status === 'signedOut'
  return (
    <>
      {isKnown && sessionEnded && <Notice>{words.sessionEnded}</Notice>}
      {isKnown && accountReady && <Notice tone="success">{words.accountReady}</Notice>}
      {root?.mode === 'trial' && <Notice>{words.trialAccounts}</Notice>}
    </>
  )
}

type Processing = 'login' | 'resetMail'

const processingText = { login: signInWords.loginProcessing, resetMail: signInWords.forgetPasswordSending }

function LoginForm() {
  const isHydrated = useHydrated()
  const form = useForm<Credentials>()
  const { setError } = form
  const [processing, setProcessing] = useState<Processing>()
  const [loginError, setLoginError] = useState<string>()
  const [resetError, setResetError] = useState<string>()

  async function run(kind: Processing, work: () => Promise<void>) {
    setLoginError(undefined)
    setResetError(undefined)
    setProcessing(kind)
    try {
      await work()
    } finally {
      setProcessing(undefined)
    }
  }

  const signIn = form.handleSubmit(({ email, password }) =>
    run('login', async () => {
      try {
        await signInWith(() => callApi(identityCalls.signIn, { body: { email: normalizeEmail(email), password } }))
      } catch (error) {
        const sentence = showRefusal(form, error)
        const isLockedOut = error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS'
        setLoginError(isLockedOut ? `${sentence} ${words.lockedOut}` : sentence)
      }
    }),
  )

  async function forgotPassword() {
    const email = normalizeEmail(form.getValues('email') ?? '')
    form.clearErrors()
    const problem = email === '' ? messages.emailFieldEmpty : isEmail(email) ? undefined : messages.emailInvalid
    if (problem) {
      setError('email', { type: 'manual', message: problem }, { shouldFocus: true })
      return
    }
    await run('resetMail', async () => {
      try {
        await sendResetMail(email)
      } catch (error) {
        setResetError(sentenceOf(error))
      }
    })
  }

  return (
    <AccountForm
      form={form}
      onSubmit={signIn}
      submit={words.login}
      running={processing && processingText[processing]}
      busy={processing === 'login'}
      disabled={processing !== undefined}
      failure={loginFailure(loginError, resetError)}
    >
      <EmailField />
      <CurrentPasswordField />
      <button
        type="button"
        className="link min-h-11 justify-self-start"
        disabled={!isHydrated || processing !== undefined}
        aria-busy={processing === 'resetMail' || undefined}
        onClick={() => void forgotPassword()}
      >
        {words.forgotPassword}
      </button>
    </AccountForm>
  )
}

const isEmail = (text: string) => new RegExp(EMAIL_PATTERN).test(text)

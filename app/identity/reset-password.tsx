import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams, type MetaArgs } from 'react-router'
import { identityCalls } from '#contract/people/identity.ts'
import { messages } from '#contract/basics/messages.ts'
import { ApiError } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { showRefusal } from '#app/ui/form-fields.ts'
import { AccountForm, NewPasswordFields } from '#app/identity/account-form.tsx'
import { AccountPage } from '#app/identity/account-page.tsx'
import { AskForReset } from '#app/identity/ask-for-reset.tsx'
import { useHydrated } from '#app/identity/hydrated.ts'
import { keepAddressPrivate } from '#app/identity/keep-address-private.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { controlWords } from '#app/words/controls.ts'
import { resetPasswordWords as words } from '#app/words/reset-password.ts'

export const meta = (args: MetaArgs) => [...pageMeta(words.title)(args), keepAddressPrivate]

type Progress = 'asking' | 'changed' | 'expired'

/** Where the mail's link leads: sets a new password with the link's token. */
export default function ResetPassword() {
  const isHydrated = useHydrated()
  const [search] = useSearchParams()
  const [progress, setProgress] = useState<Progress>('asking')
  const token = search.get('token') ?? ''
  const isUseless = progress === 'expired' || (isHydrated && token === '')

  return (
    <AccountPage title={words.title}>
      {progress === 'changed' && (
        <>
          <Notice tone="success">{words.changed}</Notice>
          <ButtonLink to={paths.login}>{words.login}</ButtonLink>
        </>
      )}
      {progress !== 'changed' && isUseless && (
        <>
          <Notice tone="danger">{messages.linkExpired}</Notice>
          <AskForReset />
        </>
      )}
      {progress === 'asking' && !isUseless && <NewPasswordForm token={token} onProgress={setProgress} />}
    </AccountPage>
  )
}

type Form = { password: string; confirmation: string }

function NewPasswordForm({ token, onProgress }: { token: string; onProgress: (progress: Progress) => void }) {
  const form = useForm<Form>()
  const [failure, setFailure] = useState<string>()
  const { isSubmitting } = form.formState

  const changePassword = form.handleSubmit(async ({ password }) => {
    setFailure(undefined)
    try {
      await callApi(identityCalls.resetPassword, { body: { token, newPassword: password } })
      onProgress('changed')
    } catch (error) {
      const isTokenRefused = error instanceof ApiError && (error.code === 'LINK_EXPIRED' || error.fields?.[0]?.field === 'token')
      if (isTokenRefused) onProgress('expired')
      else setFailure(showRefusal(form, error, { newPassword: 'password' }))
    }
  })

  return (
    <AccountForm
      form={form}
      onSubmit={changePassword}
      submit={words.save}
      running={isSubmitting ? controlWords.loading : undefined}
      busy={isSubmitting}
      failure={failure}
    >
      <NewPasswordFields label={words.newPassword} />
    </AccountForm>
  )
}

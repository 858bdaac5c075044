import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams, type MetaArgs } from 'react-router'
import { identityCalls } from '#contract/identity.ts'
import { messages } from '#contract/messages.ts'
import { ApiError, callApi } from '#app/api.ts'
import { AskForReset } from '#app/identity/ask-for-reset.tsx'
import { fieldRules } from '#app/identity/field-rules.ts'
import { showRefusal } from '#app/identity/form-refusal.ts'
import { useHydrated } from '#app/identity/hydrated.ts'
import { keepAddressPrivate } from '#app/identity/keep-address-private.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { PasswordField, TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { fieldWords } from '#app/words/fields.ts'
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
    <Page title={words.title} width="narrow">
      <Panel className="grid gap-6">
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
      </Panel>
    </Page>
  )
}

type Form = { password: string; confirmation: string }

function NewPasswordForm({ token, onProgress }: { token: string; onProgress: (progress: Progress) => void }) {
  const isHydrated = useHydrated()
  const { register, handleSubmit, setError, formState } = useForm<Form>()
  const [failure, setFailure] = useState<string>()
  const { errors, isSubmitting } = formState

  const changePassword = handleSubmit(async ({ password }) => {
    setFailure(undefined)
    try {
      await callApi(identityCalls.resetPassword, { body: { token, newPassword: password } })
      onProgress('changed')
    } catch (error) {
      const isTokenRefused = error instanceof ApiError && (error.code === 'LINK_EXPIRED' || error.fields?.[0]?.field === 'token')
      if (isTokenRefused) onProgress('expired')
      else setFailure(showRefusal<Form>(error, { newPassword: 'password' }, setError))
    }
  })

  return (
    <form method="post" noValidate onSubmit={(event) => void changePassword(event)} className="grid gap-5">
      <PasswordField
        label={words.newPassword}
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
      {isSubmitting && <Spinner />}
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Button type="submit" busy={isSubmitting} disabled={!isHydrated}>{words.save}</Button>
    </form>
  )
}

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { normalizeEmail } from '#contract/fields.ts'
import { fieldRules } from '#app/identity/field-rules.ts'
import { sentenceOf } from '#app/identity/form-refusal.ts'
import { sendResetMail } from '#app/identity/reset-mail.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { resetPasswordWords as words } from '#app/words/reset-password.ts'
import { signInWords } from '#app/words/sign-in.ts'

/** Asks for another mail to set a new password, where the link of the last one has expired. */
export function AskForReset() {
  const { register, handleSubmit, formState } = useForm<{ email: string }>()
  const [failure, setFailure] = useState<string>()
  const { errors, isSubmitting } = formState

  const ask = handleSubmit(async ({ email }) => {
    setFailure(undefined)
    try {
      await sendResetMail(normalizeEmail(email))
    } catch (error) {
      setFailure(sentenceOf(error))
    }
  })

  return (
    <form method="post" noValidate onSubmit={(event) => void ask(event)} className="grid gap-5">
      <TextField
        label={words.email}
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register('email', fieldRules.email)}
      />
      {isSubmitting && <Spinner text={signInWords.forgetPasswordSending} />}
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Button type="submit" busy={isSubmitting}>{words.newLink}</Button>
    </form>
  )
}

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { normalizeEmail } from '#contract/basics/fields.ts'
import { sentenceOf } from '#app/api/api-error.ts'
import { AccountForm, EmailField } from '#app/identity/account-form.tsx'
import { sendResetMail } from '#app/identity/reset-mail.ts'
import { resetPasswordWords as words } from '#app/words/reset-password.ts'
import { signInWords } from '#app/words/sign-in.ts'

/** Asks for another mail to set a new password, where the link of the last one has expired. */
export function AskForReset() {
  const form = useForm<{ email: string }>()
  const [failure, setFailure] = useState<string>()
  const { isSubmitting } = form.formState

  const ask = form.handleSubmit(async ({ email }) => {
    setFailure(undefined)
    try {
      await sendResetMail(normalizeEmail(email))
    } catch (error) {
      setFailure(sentenceOf(error))
    }
  })

  return (
    <AccountForm
      form={form}
      onSubmit={ask}
      submit={words.newLink}
      running={isSubmitting ? signInWords.forgetPasswordSending : undefined}
      busy={isSubmitting}
      failure={failure}
    >
      <EmailField />
    </AccountForm>
  )
}

import { EMAIL_PATTERN } from '#contract/basics/fields.ts'
import { PASSWORD_PATTERN } from '#contract/people/identity.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
const isBlank = (value: string) => value.trim() === ''

/** Validation rules and messages of the identity forms. Specification section 5. */
export const fieldRules = {
  name: {
    validate: (value: string) => !isBlank(value) || messages.nameRequired,
    maxLength: { value: TEXT_LIMITS.name, message: messages.tooLong(TEXT_LIMITS.name) },
    setValueAs: trimmed,
  },
  email: {
    required: messages.emailRequired,
    maxLength: { value: TEXT_LIMITS.email, message: messages.emailInvalid },
    pattern: { value: new RegExp(EMAIL_PATTERN), message: messages.emailInvalid },
    setValueAs: trimmed,
  },
  /** At sign-in the server checks the password. */
  password: { required: messages.passwordRequired },
  newPassword: {
    required: messages.passwordRequired,
    minLength: { value: PASSWORD_MIN_LENGTH, message: messages.passwordWeak },
    maxLength: { value: PASSWORD_MAX_LENGTH, message: messages.tooLong(PASSWORD_MAX_LENGTH) },
    pattern: { value: new RegExp(PASSWORD_PATTERN, 'u'), message: messages.passwordWeak },
  },
  confirmation: {
    required: messages.confirmRequired,
    validate: (value: string, { password }: { password: string }) => value === password || messages.confirmDiffers,
  },
}

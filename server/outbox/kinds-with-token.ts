import type { MailKind } from '../mail/mail-bounds.ts'

/** Their text has a token, which nobody but the recipient reads, and which is removed once the mail is sent. */
export const kindsWithToken: string[] = [
  'verify-email',
  'reset-password',
  'sign-in-link',
  'quote-by-mail',
  'message-quoted',
] satisfies MailKind[]

import { identityCalls } from '#contract/people/identity.ts'
import { RESET_EMAIL_TOAST_DELAY_MS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { callApi } from '#app/api/api.ts'
import { toast } from '#app/ui/toast.ts'

/**
 * Requests a mail to set a new password and shows the two toasts of specification section 8, "Reset password". The
 * second one appears even on another screen.
 * @throws what the call throws; then there is no toast.
 */
export async function sendResetMail(email: string): Promise<void> {
  await callApi(identityCalls.forgetPassword, { body: { email } })
  toast.info(messages.resetPending)
  setTimeout(() => toast.success(messages.resetSent), RESET_EMAIL_TOAST_DELAY_MS)
}

import { identityCalls } from '#contract/identity.ts'
import { RESET_EMAIL_TOAST_DELAY_MS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { callApi } from '#app/api.ts'
import { toast } from '#app/ui/toast.ts'

/**
 * Asks for a mail to set a new password, and tells so in the two toasts of specification section 8, "Reset password".
 * The second one comes even if the person has gone to another screen by then.
 * @throws what the call throws; then there is no toast.
 */
export async function sendResetMail(email: string): Promise<void> {
  await callApi(identityCalls.forgetPassword, { body: { email } })
  toast.info(messages.resetPending)
  setTimeout(() => toast.success(messages.resetSent), RESET_EMAIL_TOAST_DELAY_MS)
}

import { useState } from 'react'
import { identityCalls } from '#contract/people/identity.ts'
import { sentenceOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { verifyEmailWords as words } from '#app/words/verify-email.ts'

/** Sends the verification mail once more; for those who are signed in. */
export function SendVerification() {
  const [busy, setBusy] = useState(false)

  async function sendAgain() {
    setBusy(true)
    try {
      await callApi(identityCalls.sendVerification)
      toast.success(words.linkSent)
    } catch (error) {
      toast.error(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button variant="secondary" busy={busy} onClick={() => void sendAgain()}>
      {words.newLink}
    </Button>
  )
}

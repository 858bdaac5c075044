import { sendResetMail } from '#app/identity/reset-mail.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { useAction } from '#app/use-action.ts'
import { profileWords as words } from '#app/words/profile.ts'

/** Sends the mail that sets a new password: who finds an open session without the mailbox cannot change it. */
export function ProfilePassword({ email }: { email: string }) {
  const change = useAction({ send: () => sendResetMail(email) })
  return (
    <Panel className="panel-dense grid justify-items-start gap-2">
      <h3 className="font-semibold">{words.password}</h3>
      <p className="text-soft">{words.passwordExplained}</p>
      <Button variant="secondary" busy={change.isRunning} disabled={email === ''} onClick={() => change.run()}>
        {words.changePassword}
      </Button>
    </Panel>
  )
}

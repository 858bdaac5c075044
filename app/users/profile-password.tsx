import { useSession } from '#app/identity/session.tsx'
import { sendResetMail } from '#app/identity/reset-mail.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { useAction } from '#app/api/use-action.ts'
import { ChangePassword } from '#app/users/change-password.tsx'
import { profileWords as words } from '#app/words/profile.ts'

/** Changes the password by the current one; an account without one gets a mail, because an open session alone sets none. */
export function ProfilePassword({ email }: { email: string }) {
  const { identity } = useSession()
  const hasPassword = identity?.providerData.some(({ providerId }) => providerId === 'password')
  return (
    <Panel className="panel-dense grid justify-items-start gap-2">
      <h3 className="font-semibold">{words.password}</h3>
      {hasPassword && <ChangePassword email={email} />}
      <ResetMail email={email} explained={hasPassword ? words.passwordForgotten : words.passwordExplained} />
    </Panel>
  )
}

function ResetMail({ email, explained }: { email: string; explained: string }) {
  const mail = useAction({ send: () => sendResetMail(email) })
  return (
    <>
      <p className="mt-2 text-soft">{explained}</p>
      <Button variant="secondary" busy={mail.isRunning} disabled={email === ''} onClick={() => mail.run()}>
        {words.sendPasswordLink}
      </Button>
    </>
  )
}

import { ExportData } from '#app/customers/export-data.tsx'
import { useSession } from '#app/identity/session.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ListHead } from '#app/ui/list-head.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { ProfilePassword } from '#app/users/profile-password.tsx'
import { ProfileSessions } from '#app/users/profile-sessions.tsx'
import { customerWords } from '#app/words/customers.ts'
import { profileWords as words } from '#app/words/profile.ts'

export const meta = pageMeta(words.security)

/** Password, sessions, and all that the shop keeps about the person. */
export default function ProfileSecurity() {
  const { identity } = useSession()
  const email = identity?.email ?? ''
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead noTable title={words.security} />
      <ProfilePassword email={email} />
      <ProfileSessions />
      <Panel className="panel-dense grid justify-items-start gap-2">
        <h3 className="font-semibold">{words.data}</h3>
        <p className="text-soft">{customerWords.exportOwnLead}</p>
        <ExportData userId={identity?.uid ?? ''} fileName={customerWords.exportFile(email)} label={customerWords.exportOwn} />
      </Panel>
    </section>
  )
}

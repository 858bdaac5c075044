import { ProfilePartNumbers } from '#app/customer-part-numbers/profile-part-numbers.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ProfileBilling } from '#app/taxes/edit-billing.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { profileWords as words } from '#app/words/profile.ts'

export const meta = pageMeta(words.company)

/** What invoices say about the person's company, and the numbers by which it names parts. */
export default function ProfileCompany() {
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead noTable title={words.company} />
      <ProfileBilling />
      <ProfilePartNumbers />
    </section>
  )
}

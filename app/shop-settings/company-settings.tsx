import { useWatch } from 'react-hook-form'
import { PASSWORD_MAX_LENGTH } from '#contract/basics/limits.ts'
import { guardedFields } from '#contract/shop/shop-settings.ts'
import { useSession } from '#app/identity/session.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { SellerFields } from '#app/shop-settings/seller-fields.tsx'
import { SettingsPage, type SettingsPageParts } from '#app/shop-settings/settings-page.tsx'
import { PasswordField } from '#app/ui/field.tsx'
import { sellerWords } from '#app/words/seller.ts'
import { shopSettingsWords as words } from '#app/words/shop-settings.ts'

export const meta = pageMeta(words.pages.company)

/** Who sells, which taxes the shop charges, and where money is sent. */
export default function CompanySettings() {
  return (
    <SettingsPage title={words.pages.company} lead={words.companyLead} renderInBar={(page) => <OwnPassword {...page} />}>
      {(page) => <SellerFields {...page} />}
    </SettingsPage>
  )
}

/** Beside Save, once something is changed that is confirmed by it. */
function OwnPassword({ form, now, field }: SettingsPageParts) {
  const { isAdmin } = useSession()
  const seller = useWatch({ control: form.control, name: 'seller' })
  const isAsked = guardedFields.some((name) => seller[name].trim() !== (now.values.seller?.[name] ?? ''))
  if (!isAdmin || !isAsked) return null
  return (
    <PasswordField
      {...field('password', sellerWords.password)}
      hint={sellerWords.passwordHint}
      autoComplete="current-password"
      maxLength={PASSWORD_MAX_LENGTH}
      className="w-full max-w-80"
    />
  )
}

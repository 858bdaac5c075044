import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { LegalField } from '#app/shop-settings/legal-field.tsx'
import { SettingsPage } from '#app/shop-settings/settings-page.tsx'
import { shopSettingsWords as words } from '#app/words/shop-settings.ts'

export const meta = pageMeta(words.pages.legal)

/** Imprint, privacy notice and terms. */
export default function LegalSettings() {
  return (
    <SettingsPage title={words.pages.legal} lead={words.legalLead} previewOf={paths.legal}>
      {(page) => (
        <>
          <LegalField page={page} name="imprint" maxLength={10_000} />
          <LegalField page={page} name="privacy" maxLength={40_000} />
          <LegalField page={page} name="terms" maxLength={40_000} />
        </>
      )}
    </SettingsPage>
  )
}

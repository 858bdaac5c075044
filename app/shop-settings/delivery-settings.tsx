import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { HolidayFields } from '#app/shop-settings/holiday-fields.tsx'
import { LegalField } from '#app/shop-settings/legal-field.tsx'
import { SettingsPage } from '#app/shop-settings/settings-page.tsx'
import { shopSettingsWords as words } from '#app/words/shop-settings.ts'

export const meta = pageMeta(words.pages.delivery)

/** Holidays, and what the shop says about delivery and returns. */
export default function DeliverySettings() {
  return (
    <SettingsPage title={words.pages.delivery} lead={words.deliveryLead} previewOf={paths.legal}>
      {(page) => (
        <>
          <HolidayFields form={page.form} />
          <LegalField page={page} name="delivery" maxLength={40_000} />
        </>
      )}
    </SettingsPage>
  )
}

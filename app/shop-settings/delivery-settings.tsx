import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { HolidayFields } from '#app/shop-settings/holiday-fields.tsx'
import { LegalField } from '#app/shop-settings/legal-field.tsx'
import { SettingsPage } from '#app/shop-settings/settings-page.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { TextField } from '#app/ui/field.tsx'
import { shopSettingsWords as words } from '#app/words/shop-settings.ts'

export const meta = pageMeta(words.pages.delivery)

/** Holidays, and what the shop says about delivery and returns. */
export default function DeliverySettings() {
  return (
    <SettingsPage title={words.pages.delivery} lead={words.deliveryLead} previewOf={paths.legal}>
      {(page) => (
        <>
          <HolidayFields form={page.form} />
          <Panel role="group" aria-label={words.packing} className="grid grid-cols-1 gap-4">
            <h3 className="text-lg">{words.packing}</h3>
            <TextField
              {...page.field('packingPercent', words.packingPercent)}
              inputMode="decimal"
              hint={words.packingPercentHint}
              maxLength={6}
              className="max-w-80"
            />
          </Panel>
          <LegalField page={page} name="delivery" maxLength={40_000} />
        </>
      )}
    </SettingsPage>
  )
}

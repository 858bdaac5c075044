import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import type { LegalKey } from '#app/company/content/legal.ts'
import { LegalText } from '#app/company/legal-text.tsx'
import type { SettingsPageParts } from '#app/shop-settings/settings-page.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { ScrollBox } from '#app/ui/scroll-box.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { legalWords } from '#app/words/legal.ts'
import { shopSettingsWords as words } from '#app/words/shop-settings.ts'

/** A text of the page about the law, and beside it what visitors see of it. */
export function LegalField({ page: { form, field }, name, maxLength }: { page: SettingsPageParts; name: LegalKey; maxLength: number }) {
  const text = useDeferredValue(useWatch({ control: form.control, name: `legal.${name}` }))
  const title = legalWords[name]
  return (
    <Panel className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <TextArea {...field(`legal.${name}`, title)} rows={12} maxLength={maxLength} className="[&_textarea]:h-72" />
      <div className="grid grid-rows-[auto_minmax(0,1fr)]">
        <p className="field-label" aria-hidden="true">
          {words.asVisitorsSee}
        </p>
        <ScrollBox label={words.previewOf(title)} className="h-72 rounded-box bg-sunken px-4 py-3">
          <LegalText id={`preview-${name}`} text={text} />
        </ScrollBox>
      </div>
    </Panel>
  )
}

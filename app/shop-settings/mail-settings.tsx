import { pageMeta } from '#app/layout/page-meta.ts'
import { SettingsPage } from '#app/shop-settings/settings-page.tsx'
import { CheckField, TextArea } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { shopSettingsWords as words } from '#app/words/shop-settings.ts'

export const meta = pageMeta(words.pages.mails)

/** What mails say at their end, and which of them the staff gets. */
export default function MailSettings() {
  return (
    <SettingsPage title={words.pages.mails}>
      {({ form, field }) => (
        <Panel className="grid grid-cols-1 gap-4">
          <TextArea {...field('mailFooter', words.mailFooter)} rows={4} maxLength={500} />
          <CheckField {...form.register('lowStockMails')} label={words.lowStockMails} />
        </Panel>
      )}
    </SettingsPage>
  )
}

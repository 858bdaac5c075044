import { Outlet } from 'react-router'
import { settingsPages } from '#app/layout/sub-page-entries.ts'
import { SubPages } from '#app/ui/sub-pages.tsx'
import { shopSettingsWords as words } from '#app/words/shop-settings.ts'

/** The frame of the settings' pages. */
export default function SettingsPages() {
  return (
    <SubPages label={words.menu} pages={settingsPages}>
      <Outlet />
    </SubPages>
  )
}

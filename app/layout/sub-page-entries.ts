import { dashboardPaths } from '#app/dashboard-paths.ts'
import { paths } from '#app/paths.ts'
import type { SubPage } from '#app/ui/sub-pages.tsx'
import { addressWords } from '#app/words/addresses.ts'
import { profileWords as words } from '#app/words/profile.ts'
import { shopSettingsWords } from '#app/words/shop-settings.ts'

/** The pages of a person's profile. */
export const profilePages: readonly SubPage[] = [
  { path: paths.profile, label: words.page },
  { path: dashboardPaths.profileCompany, label: words.company },
  { path: dashboardPaths.addresses, label: addressWords.title },
  { path: dashboardPaths.developers, label: words.developers, about: words.developersAbout },
  { path: dashboardPaths.security, label: words.security, about: words.securityAbout },
]

const { pages } = shopSettingsWords

/** The pages of the shop's settings. */
export const settingsPages: readonly SubPage[] = [
  { path: dashboardPaths.shopSettings, label: pages.shop },
  { path: dashboardPaths.homeSettings, label: pages.home },
  { path: dashboardPaths.companySettings, label: pages.company },
  { path: dashboardPaths.legalSettings, label: pages.legal },
  { path: dashboardPaths.deliverySettings, label: pages.delivery },
  { path: dashboardPaths.mailSettings, label: pages.mails },
]

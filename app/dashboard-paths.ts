/** Paths of screens that only the dashboard leads to. */
export const dashboardPaths = {
  addresses: '/dashboard/addresses',
  ship: '/dashboard/ship',
  setAside: '/dashboard/set-aside',
  messages: '/dashboard/messages',
  mails: '/dashboard/mails',
  health: '/dashboard/health',
  allQuotes: '/dashboard/all-quotes',
  shopQuote: (id: string) => `/dashboard/all-quotes/${encodeURIComponent(id)}`,
  allReviews: '/dashboard/all-reviews',
  audit: '/dashboard/audit',
  shopSettings: '/dashboard/shop-settings',
  searches: '/dashboard/searches',
  customers: '/dashboard/customers',
  customer: (id: string) => `/dashboard/customers/${encodeURIComponent(id)}`,
} as const

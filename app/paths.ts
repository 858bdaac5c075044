/**
 * Addresses of every screen. Besides routes.ts the only place that knows the specification's spellings
 * (`makeAdmin`, `manegeProduct`).
 */
export const paths = {
  home: '/',
  inventory: '/inventory',
  /** One page of the parts list; `page` counts from 0, and the first page has no query. */
  inventoryPage: (page: number) => (page > 0 ? `/inventory?page=${page}` : '/inventory'),
  part: (partId: string) => `/inventory/${encodeURIComponent(partId)}`,
  purchase: (partId: string) => `/inventory/${encodeURIComponent(partId)}/purchase`,
  quote: '/quote',
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  signInLink: '/sign-in-link',
  blogs: '/blogs',
  about: '/about',
  contact: '/contact-us',
  dashboard: '/dashboard',
  myReview: '/dashboard/my-review',
  profile: '/dashboard/profile',
  payment: (orderId: string) => `/dashboard/payment/${encodeURIComponent(orderId)}`,
  quotes: '/dashboard/quotes',
  quoteOne: (quoteId: string) => `/dashboard/quotes/${encodeURIComponent(quoteId)}`,
  allOrder: '/dashboard/all-order',
  /** One page of all orders; `page` counts from 0, and the first page has no query. */
  allOrderPage: (page: number) => (page > 0 ? `/dashboard/all-order?page=${page}` : '/dashboard/all-order'),
  addParts: '/dashboard/addparts',
  makeAdmin: '/dashboard/makeAdmin',
  manageProduct: '/dashboard/manegeProduct',
  setAside: '/dashboard/set-aside',
  messages: '/dashboard/messages',
  /** One page of the messages; `page` counts from 0, and the first page has no query. */
  messagesPage: (page: number) => (page > 0 ? `/dashboard/messages?page=${page}` : '/dashboard/messages'),
  mails: '/dashboard/mails',
  health: '/dashboard/health',
  allQuotes: '/dashboard/all-quotes',
  allReviews: '/dashboard/all-reviews',
  audit: '/dashboard/audit',
  /** One page of the audit log; `page` counts from 0, and the first page has no query. */
  auditPage: (page: number) => (page > 0 ? `/dashboard/audit?page=${page}` : '/dashboard/audit'),
} as const

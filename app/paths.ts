/**
 * Paths of the screens that others lead to; those of the dashboard's menu alone are in dashboard-paths.ts, so that public pages do not
 * load them. Only these files and routes.ts know the specified spellings (`makeAdmin`, `manegeProduct`).
 */
export const paths = {
  home: '/',
  inventory: '/inventory',
  /** One page of the parts list; `page` counts from 0, and the first page has no query. */
  inventoryPage: (page: number) => (page > 0 ? `/inventory?page=${page}` : '/inventory'),
  part: (partId: string) => `/inventory/${encodeURIComponent(partId)}`,
  purchase: (partId: string) => `/inventory/${encodeURIComponent(partId)}/purchase`,
  quote: '/quote',
  /** Adds so many pieces of a part to the draft quote. */
  quoteOf: (partId: string, pieces: number) => `/quote?${new URLSearchParams({ part: partId, quantity: String(pieces) }).toString()}`,
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  signInLink: '/sign-in-link',
  blogs: '/blogs',
  about: '/about',
  contact: '/contact-us',
  /** The contact form with a question about a part that was not found. */
  askForPart: (text: string) => `/contact-us?${new URLSearchParams({ part: text }).toString()}`,
  dashboard: '/dashboard',
  myReview: '/dashboard/my-review',
  profile: '/dashboard/profile',
  order: (orderId: string) => `/dashboard/order/${encodeURIComponent(orderId)}`,
  payment: (orderId: string) => `/dashboard/payment/${encodeURIComponent(orderId)}`,
  legal: '/legal',
  /** One of its texts. */
  legalText: (text: 'imprint' | 'delivery' | 'privacy' | 'terms') => `/legal#${text}`,
  compare: (partIds: readonly string[]) => `/compare?parts=${partIds.join(',')}`,
  quotes: '/dashboard/quotes',
  askForOffer: (partId: string, pieces: string) =>
    `/dashboard/ask-for-offer?${new URLSearchParams({ part: partId, ...(pieces !== '' && { pieces }) }).toString()}`,
  quoteOne: (quoteId: string) => `/dashboard/quotes/${encodeURIComponent(quoteId)}`,
  allOrder: '/dashboard/all-order',
  addParts: '/dashboard/addparts',
  makeAdmin: '/dashboard/makeAdmin',
  manageProduct: '/dashboard/manegeProduct',
  managedPart: (partId: string) => `/dashboard/manegeProduct/${encodeURIComponent(partId)}`,
} as const

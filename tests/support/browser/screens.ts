/** Every screen with an address, and who may see it. */
export type Screen = { name: string; path: string; role: 'visitor' | 'customer' | 'admin' }

export const publicScreens: Screen[] = [
  { name: 'home', path: '/', role: 'visitor' },
  { name: 'inventory', path: '/inventory', role: 'visitor' },
  { name: 'inventory-last', path: '/inventory?page=2', role: 'visitor' },
  { name: 'quote', path: '/quote', role: 'visitor' },
  { name: 'login', path: '/login', role: 'visitor' },
  { name: 'register', path: '/register', role: 'visitor' },
  { name: 'blogs', path: '/blogs', role: 'visitor' },
  { name: 'about', path: '/about', role: 'visitor' },
  { name: 'contact-us', path: '/contact-us', role: 'visitor' },
  { name: 'reset-password', path: '/reset-password?token=none', role: 'visitor' },
  { name: 'verify-email', path: '/verify-email?token=none', role: 'visitor' },
  { name: 'sign-in-link', path: '/sign-in-link?token=none', role: 'visitor' },
  { name: 'legal', path: '/legal', role: 'visitor' },
  { name: 'compare', path: '/compare', role: 'visitor' },
  { name: 'not-found', path: '/no-such-page', role: 'visitor' },
]

export const customerScreens: Screen[] = [
  { name: 'my-order', path: '/dashboard', role: 'customer' },
  { name: 'my-review', path: '/dashboard/my-review', role: 'customer' },
  { name: 'profile', path: '/dashboard/profile', role: 'customer' },
  { name: 'profile-company', path: '/dashboard/profile/company', role: 'customer' },
  { name: 'addresses', path: '/dashboard/profile/addresses', role: 'customer' },
  { name: 'developers', path: '/dashboard/profile/developers', role: 'customer' },
  { name: 'security', path: '/dashboard/profile/security', role: 'customer' },
  { name: 'my-papers', path: '/dashboard/my-papers', role: 'customer' },
  { name: 'quotes', path: '/dashboard/quotes', role: 'customer' },
]

export const adminScreens: Screen[] = [
  'dashboard',
  'all-order',
  'ship',
  'addparts',
  'makeAdmin',
  'manegeProduct',
  'customers',
  'set-aside',
  'bank',
  'open-items',
  'messages',
  'all-quotes',
  'all-reviews',
  'returns',
  'mails',
  'health',
  'audit',
  'searches',
  'papers',
  'books',
  'books/payouts',
  'shop-settings',
  'tax',
].map((name) => ({
  name: name.toLowerCase().replace('/', '-'),
  path: name === 'dashboard' ? '/dashboard' : `/dashboard/${name}`,
  role: 'admin',
}))

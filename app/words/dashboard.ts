import { formatCount } from '#contract/basics/figures.ts'
/** Words of the dashboard's frame. */
export const dashboardWords = {
  // Specification section 2: the side menu's entries
  title: 'DashBoard',
  myProfile: 'My Profile',
  myOrder: 'My Order',
  reviews: 'Reviews',
  allOrder: 'All Order',
  addParts: 'Add Parts',
  makeAdmin: 'Make Admin',
  manegeProduct: 'Manege Product',

  // Our own
  groups: { sales: 'Sales', products: 'Products', customers: 'Customers', money: 'Money', shop: 'Shop' },
  waiting: (count: number) => `${formatCount(count)} waiting`,
  myQuotes: 'My Quotes',
  searches: 'Searches',
  shopSettings: 'Settings',
  allQuotes: 'All Quotes',
  allReviews: 'All Reviews',
  sharedQuote: 'Quote',
  welcome: 'Welcome to your Dashboard',
  menu: 'Dashboard',
  adminCheckFailed: 'Your admin rights could not be checked.',
  notPermitted: 'You have no permission for this screen.',
  notPermittedMore: 'An admin of the shop can give it to you.',
} as const

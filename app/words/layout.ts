import { counted } from '#contract/basics/figures.ts'
/** Words around every screen. */
export const layoutWords = {
  // Specification section 2, "Header and footer"
  home: 'Home',
  allParts: 'All Parts',
  blogs: 'Blogs',
  aboutUs: 'About Us',
  contactUs: 'Contact Us',
  dashboard: 'DashBoard',
  signOut: 'Sign Out',
  login: 'Login',
  copyright: (shopName: string) => `Copyright © 2022 ${shopName}. All rights reserved.`,

  // Specification section 2, "Route table"
  notFound: 'The Page you are looking for is not found. [404]',

  // Our own
  skipToContent: 'Skip to content',
  skipToList: 'Skip to the list',
  menu: 'Menu',
  searchLandmark: 'The whole shop',
  search: 'Search parts',
  openSearch: 'Open search',
  searchFor: 'Part number or name',
  startSearch: 'Search',
  /** Opens the command palette; the button shows its keys, or, without a keyboard, its name. */
  palette: 'Go to',
  paletteKeys: 'Ctrl K',
  quote: 'Quote',
  quoteLines: (count: number) => (count === 1 ? 'Quote, 1 line' : `Quote, ${counted(count, 'line')}`),
  mainMenu: 'Main',
  viewShop: 'View shop',
  findHere: 'Find or do something',
  networks: { linkedIn: 'LinkedIn', youTube: 'YouTube', facebook: 'Facebook', x: 'X' },
  preview: 'Preview',
  previewNotice: 'Preview of the settings: visitors do not see this.',
  legal: 'Legal',
  terms: 'Terms',
  privacy: 'Privacy',
  imprint: 'Imprint',
  delivery: 'Delivery and returns',
  seller: 'Seller',
  vatId: (vatId: string) => `VAT id ${vatId}`,
  trial: 'Trial shop',
  trialNotice: 'Trial shop: sample parts and sandbox payments. Nothing is charged or delivered.',
  notFoundTitle: 'Page not found',
  notFoundFigure: '404',
  notFoundReason: 'The address may be wrong, or the page has been removed.',
  seeAllParts: 'See all parts',
  toHome: 'Go to the home page',
  unreachable: 'The shop cannot be reached. This page stays as it is.',
  nothingLost: 'This page could not be loaded. Nothing you did is lost.',
} as const

import type { Permission } from '#contract/people/permissions.ts'

/** Words of what a person may do for the shop without being an admin. */
export const permissionWords = {
  column: 'Permissions',
  none: 'None',
  everything: 'Everything',
  editOf: (email: string) => `Edit permissions of ${email}`,
  title: (email: string) => `Permissions of ${email}`,
  lead: 'What this person may do for the shop without being an admin. Someone who loses a permission is signed out.',
  save: 'Save',
  saved: (email: string) => `Permissions of ${email} are saved`,
  unchanged: 'Nothing was changed.',
  names: {
    orders: 'Orders',
    parts: 'Parts',
    prices: 'Prices',
    customers: 'Customers',
    money: 'Money',
    settings: 'Settings',
    look: 'View only',
  } satisfies Record<Permission, string>,
  explained: {
    orders: 'See, ship, change and cancel orders, answer their messages',
    parts: 'Add and delete parts, change the stock',
    prices: 'Change prices and offers, withdraw quotes',
    customers: 'See customers and their quotes, block accounts, moderate reviews, answer the contact form',
    money: 'Refund orders, see turnover and what sells best',
    settings: 'Mails of the shop, health, audit log',
    look: 'See all of this without changing anything',
  } satisfies Record<Permission, string>,
} as const

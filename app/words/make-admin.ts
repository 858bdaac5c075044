import { formatCount } from '#contract/basics/figures.ts'
/** Words of the screen that grants and takes back admin rights. */
export const makeAdminWords = {
  // Specification section 2, "Make Admin"
  title: 'Make Admin',
  heading: (count: number) => `Total Users ${formatCount(count)}`,
  columns: { number: 'SN', email: 'Email', add: 'Add', remove: 'Remove' },
  makeAdmin: 'Make Admin',
  removeAdmin: 'Remove Admin',

  // Our own
  makeQuestion: (email: string) => `Make ${email} an admin?`,
  makeExplained: 'Admins see all orders and customers, change prices and stock, refund orders and appoint other admins.',
  removeQuestion: (email: string) => `Remove admin rights of ${email}?`,
  removeExplained: 'The person keeps the account and their orders.',
  caption: 'Users',
} as const

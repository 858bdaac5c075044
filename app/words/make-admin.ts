/** Words of the screen that grants and takes back admin rights. */
export const makeAdminWords = {
  // Specification section 2, "Make Admin"
  title: 'Make Admin',
  heading: (count: number) => `Total Users ${count}`,
  columns: { number: 'SN', email: 'Email', add: 'Add', remove: 'Remove' },
  makeAdmin: 'Make Admin',
  removeAdmin: 'Remove Admin',

  // Our own
  caption: 'Users',
} as const

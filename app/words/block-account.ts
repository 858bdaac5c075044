/** Words of the button that blocks an account. */
export const blockAccountWords = {
  column: 'Sign-in',
  block: 'Block',
  unblock: 'Unblock',
  blockLabel: (email: string) => `Block ${email}`,
  unblockLabel: (email: string) => `Unblock ${email}`,
  question: (email: string) => `Block ${email}?`,
  consequences:
    'The person is signed out and cannot sign in. API keys, private quote links, reservations and unpaid orders of the account end immediately. Unblocking does not restore them.',
  blocked: (email: string) => `${email} is blocked`,
  unblocked: (email: string) => `${email} can sign in again`,
  unchanged: 'Already changed by another admin.',
} as const

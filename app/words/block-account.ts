/** Words of the button that blocks an account. */
export const blockAccountWords = {
  column: 'Sign-in',
  block: 'Block',
  unblock: 'Unblock',
  blockLabel: (email: string) => `Block ${email}`,
  unblockLabel: (email: string) => `Unblock ${email}`,
  question: (email: string) => `Block ${email} ?`,
  consequences:
    'The person is signed out and cannot sign in. API keys, private links of quotes, reserved pieces and unpaid orders of the account end at once, and do not come back when you unblock it.',
  blocked: (email: string) => `${email} is blocked`,
  unblocked: (email: string) => `${email} can sign in again`,
  unchanged: 'Nothing has changed: somebody else was faster.',
} as const

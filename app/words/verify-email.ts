/** Words around the confirmation of an email address; all our own. */
export const verifyEmailWords = {
  title: 'Verify Email',
  verified: 'Your email address is confirmed.',
  notVerified: 'Your email address could not be confirmed.',
  allParts: 'All Parts',
  signInFirst: 'Please sign in to the account with this address to confirm it.',
  notRegistered: 'If you did not open an account, you can ignore this. Nothing is confirmed.',
  makeItYours:
    "The account may have been opened by someone else. To make it yours, choose a new password first: by 'Forgot password?' on the login page.",
  login: 'Login',
  otherAccount: 'Sign in with another account',
  newLink: 'Send a new link',
  linkSent: 'The verification email is on its way.',
} as const

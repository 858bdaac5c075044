/** Words around the confirmation of an email address; all our own. */
export const verifyEmailWords = {
  title: 'Verify Email',
  verified: 'Your email address is confirmed.',
  notVerified: 'Your email address could not be confirmed.',
  allParts: 'All Parts',
  login: 'Login',
  otherAccount: 'Sign in with another account',
  newLink: 'Send a new link',
  linkSent: 'The verification email is on its way.',
} as const

/** Words of the screen that a mail's link to sign in leads to; all our own. */
export const signInLinkWords = {
  title: 'Sign In',
  lead: 'Too many wrong passwords have locked your account for now. This link signs you in once.',
  signIn: 'Sign in',
  expired: 'This link is no longer valid. It works once, and for one hour.',
  otherWays: "You can wait until the hour is over, or choose 'Forgot password?' on the login page.",
  login: 'Login',
} as const

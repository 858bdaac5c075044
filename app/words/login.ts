/** Words of the login screen. */
export const loginWords = {
  // Specification section 2, "Login"
  title: 'Login',
  forgotPassword: 'Forgot password?',
  login: 'Login',
  createAccount: 'Create New Account',
  or: 'OR',
  google: 'Continue With Google',

  // Our own
  description: 'Sign in to order TV parts in bulk, pay by card and follow your orders.',
  newHere: 'New here?',
  lockedOut: 'If too many wrong passwords have locked your account and its email address is confirmed, we have sent you a sign-in link.',
  sessionEnded: 'Your session has ended. Please sign in again.',
  accountReady: 'Your account is ready. Please sign in.',
  trialAccounts: 'Trial shop: the sample accounts are listed where the shop was started.',
  googleNotSetUp: 'Google sign-in is not set up in this shop yet.',
  googleSample: 'Trial shop: opens a sample sign-in page instead of Google.',
  googleName: 'Google',
  continueWith: (issuer: string) => `Continue With ${issuer}`,
  goOnInWindow: (issuer: string) => `Continue in the ${issuer} window. If you do not see it, press the button again.`,
  popupBlocked: (issuer: string) =>
    `Your browser has blocked the ${issuer} window. Please allow pop-up windows for this shop and try again.`,
  popupClosed: (issuer: string) => `The ${issuer} window was closed before you were signed in.`,
  cookiesNeeded: 'Your browser did not keep the sign-in cookie. Please allow cookies for this shop and try again.',
} as const

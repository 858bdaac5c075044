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
  lockedOut:
    'If wrong passwords have locked your account and its address is confirmed, a mail with a link that signs you in is on its way there.',
  sessionEnded: 'Your session has ended. Please sign in again.',
  accountReady: 'Your account is ready. Please sign in.',
  trialAccounts: 'Trial shop: sample accounts are printed where the shop was started.',
  googleNotSetUp: 'Google sign-in is not set up in this shop yet.',
  googleSample: 'Trial shop: opens a sample issuer in the place of Google.',
  googleName: 'Google',
  continueWith: (issuer: string) => `Continue With ${issuer}`,
  goOnInWindow: (issuer: string) => `Go on in the ${issuer} window. If you do not see it, press the button again.`,
  popupBlocked: (issuer: string) =>
    `Your browser has blocked the ${issuer} window. Please allow pop-up windows for this shop and try again.`,
  popupClosed: (issuer: string) => `The ${issuer} window was closed before you were signed in.`,
  cookiesNeeded: 'Signing in worked, but your browser kept no cookie of it. Please allow cookies for this shop and try again.',
} as const

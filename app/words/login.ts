/** Words of the login screen. */
export const loginWords = {
  // Specification section 2, "Login"
  title: 'Login',
  email: 'Email',
  password: 'Password',
  forgotPassword: 'Forgot password?',
  login: 'Login',
  createAccount: 'Create New Account',
  or: 'OR',
  google: 'Continue With Google',

  // Our own
  description: 'Sign in to order TV parts in bulk, pay by card and follow your orders.',
  newHere: 'New here?',
  sessionEnded: 'Your session has ended. Please sign in again.',
  accountReady: 'Your account is ready. Please sign in.',
  trialAccounts: 'Trial shop: sample accounts are printed where the shop was started.',
  googleNotSetUp: 'Google sign-in is not set up in this shop yet.',
} as const

/** Words of the registration screen. */
export const registerWords = {
  // Specification section 2, "Registration"
  title: 'Register',
  name: 'Name',
  password: 'Password',
  register: 'Register',
  login: 'Login',

  // Our own
  description: 'Create an account to order TV parts in bulk.',
  terms: 'I accept the terms and conditions',
  termsRequired: 'Please accept the terms.',
  haveAccount: 'Already have an account?',
} as const

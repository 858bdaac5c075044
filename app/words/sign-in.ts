/** What is told while somebody signs in or registers, and afterwards. */
export const signInWords = {
  // Specification section 4, "Registration"
  loginProcessing: 'Your Login Is Processing...',
  registrationProcessing: 'Your Registration Is Processing...',
  forgetPasswordSending: 'Your Forget Password Email Is Sending...',

  // Our own; section 4, "After sign-in or registration", asks for a welcome
  welcome: (name: string) => `Welcome ${name}`.trimEnd(),
} as const

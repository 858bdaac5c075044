/** Words of the screen that sets a new password; all our own. */
export const resetPasswordWords = {
  title: 'Reset Password',
  newPassword: 'New Password',
  confirmPassword: 'Confirm Password',
  save: 'Save New Password',
  changed: 'Your password has been changed. You can sign in with it now.',
  login: 'Login',
  email: 'Email',
  newLink: 'Send a new link',
} as const

/** Words of the screen that sets a new password; all our own. */
export const resetPasswordWords = {
  title: 'Reset Password',
  newPassword: 'New Password',
  save: 'Save New Password',
  changed: 'Your password has been changed. You can sign in with it now.',
  login: 'Login',
  newLink: 'Send a new link',
} as const

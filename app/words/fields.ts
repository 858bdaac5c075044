/** Words of fields on several screens; all our own. */
export const fieldWords = {
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm Password',
  newPasswordHint: 'At least 8 characters with upper and lower case, a number and a special character.',
} as const

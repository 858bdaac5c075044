/** Words around the terms; the terms themselves stand in company/content/terms.ts. */
export const termsWords = {
  // With a capital, so that nobody who looks for the box to tick finds the dialog.
  title: 'Terms and Conditions',
  open: 'Read the terms and conditions',
  close: 'Close',
} as const

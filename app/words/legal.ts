/** Words around the owner's legal texts. */
export const legalWords = {
  title: 'Legal',
  description: 'Imprint, privacy notice, terms and conditions.',
  imprint: 'Imprint',
  privacy: 'Privacy notice',
  terms: 'Terms and conditions',
} as const

/** Words around the owner's legal texts. */
export const legalWords = {
  title: 'Legal',
  description: 'Imprint, delivery and returns, privacy notice, terms and conditions.',
  contents: 'Contents',
  imprint: 'Imprint',
  delivery: 'Delivery and returns',
  privacy: 'Privacy notice',
  terms: 'Terms and conditions',
  vatId: (vatId: string) => `VAT id ${vatId}`,
  phone: (phone: string) => `Phone ${phone}`,
  email: (email: string) => `Email ${email}`,
  noImprint: 'The shop has not written its imprint yet. A message by Contact Us reaches it.',
} as const

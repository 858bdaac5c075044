import type { ListedUser } from '#contract/people/users.ts'

/** The person of this number in a list of people. */
export const sampleUser = (number: number): ListedUser => ({
  _id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  email: `buyer-${number}@example.com`,
  displayName: `Buyer ${number}`,
  phone: '',
  education: '',
  address: '',
  role: '',
  blocked: false,
  permissions: [],
})

/** Words of the profile. */
export const profileWords = {
  // Specification section 2, "Profile"
  title: 'My Profile',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  education: 'Education',
  address: 'Address',

  // Our own
  update: 'Update Profile',
  emailUnconfirmed: 'Your email address is not confirmed yet.',
} as const

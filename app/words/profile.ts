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
  sessions: 'Signed in elsewhere?',
  sessionsExplained:
    'This signs you out in every browser and on every device, here too. Do it when you have left a session open somewhere, or fear that somebody else uses your account. Private links to your quotes end, too. Programs with your API keys are not signed out: revoke the keys for that.',
  signOutEverywhere: 'Sign out everywhere',
  signedOutEverywhere: 'You are signed out everywhere.',
  emailUnconfirmed: 'Your email address is not confirmed yet.',
} as const

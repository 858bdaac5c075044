import type { paidOrderMails } from '#contract/people/users.ts'

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
  pages: 'Pages of your profile',
  page: 'Profile',
  company: 'Company and tax',
  developers: 'API keys and webhooks',
  developersAbout: 'API keys, webhooks, procurement systems',
  security: 'Security',
  securityAbout: 'Password, sessions, your data',
  data: 'Your data',
  update: 'Update Profile',
  password: 'Password',
  passwordExplained: 'We will email you a link to set a new password.',
  passwordForgotten: 'Forgotten it? We will email you a link to set a new one.',
  sendPasswordLink: 'Send link',
  currentPassword: 'Current password',
  newPassword: 'New password',
  endOtherSessions: 'Sign out on all other devices',
  passwordChanged: 'Your password was changed.',
  passwordChangedEverywhere: 'Your password was changed. All other devices are signed out.',
  changePassword: 'Change password',
  sessions: 'Sessions',
  sessionsExplained:
    'Signs you out in every browser and on every device, including this one, and ends private links to your quotes. API keys keep working until you revoke them.',
  signOutEverywhere: 'Sign out everywhere',
  signedOutEverywhere: 'Signed out everywhere.',
  orderMails: 'Mails about paid orders',
  orderMailsOf: {
    each: 'One for every payment',
    daily: 'A daily summary of what is waiting to ship',
    none: 'None',
  } satisfies Record<(typeof paidOrderMails)[number], string>,
  saveOrderMails: 'Save',
  orderMailsSaved: 'Your choice was saved.',
  emailUnconfirmed: 'Your email address is not confirmed yet.',
} as const

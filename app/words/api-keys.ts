import type { ApiScope } from '#contract/api-keys.ts'

/** Words of the API keys in the profile; all our own. */
export const apiKeyWords = {
  title: 'API keys',
  explained:
    'With a key, a program of yours asks for quotes and orders in your name. Whoever has the key can do what it allows, so keep it like a password.',
  stays: 'Keys go on working when you sign out, sign out everywhere or choose a new password. Revoke the ones that you do not know.',
  document: 'How programs use them',
  caption: 'Your API keys',
  columns: { name: 'For', prefix: 'Key', scopes: 'Allows', lastUsed: 'Last Used', expires: 'Valid Until', revoke: 'Revoke' },
  never: 'Never',
  untilRevoked: 'Until you revoke it',
  expired: 'Expired',
  begins: (prefix: string) => `${prefix}...`,
  scopes: {
    'quotes:read': 'See my quotes',
    'quotes:write': 'Save, change, share and delete quotes',
    'orders:read': 'See my orders',
    'orders:write': 'Order a quote, cancel unpaid orders',
  } satisfies Record<ApiScope, string>,
  create: 'Create a key',
  name: 'What is the key for?',
  namePlaceholder: 'Our purchasing system',
  allows: 'What may it do?',
  validity: 'How long is it valid?',
  /** Choices of how long a key is valid; `days` is empty for one that does not expire. */
  validities: [
    { days: '30', text: '30 days' },
    { days: '90', text: '90 days' },
    { days: '365', text: 'A year' },
    { days: '', text: 'Until I revoke it' },
  ],
  submit: 'Create key',
  cancel: 'Cancel',
  newKey: 'Your new key',
  newKeyHint: 'Copy it now. It is shown this once and cannot be looked up later.',
  copy: 'Copy',
  copied: 'The key is copied.',
  notCopied: 'Your browser does not let us copy it. It is selected: copy it by hand.',
  done: 'I have kept it',
  revoke: (name: string) => `Revoke ${name}`,
  revokeQuestion: (name: string) => `Revoke the key ${name}?`,
  revokeExplained: 'Programs that use it are refused at once. It cannot be brought back.',
  revoked: (name: string) => `The key ${name} is revoked.`,
} as const

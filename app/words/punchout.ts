import type { PunchoutKind } from '#contract/quotes/punchout.ts'

/** Words of procurement systems, in the profile and on the quote screen; all our own. */
export const punchoutWords = {
  title: 'Procurement systems',
  explained:
    'Buyers of your company open this shop from your procurement system, and transfer their cart to it. cXML also sends us the order.',
  stays: 'Connections stay after you sign out or change your password. Remove those that you do not recognise.',
  document: 'API documentation',
  caption: 'Your procurement systems',
  columns: { name: 'Name', kind: 'Kind', identity: 'Identity', lastUsed: 'Last used', remove: 'Remove' },
  kinds: { cxml: 'cXML', oci: 'OCI 5' } satisfies Record<PunchoutKind, string>,
  never: 'Never',
  add: 'Connect a procurement system',
  name: 'Name',
  namePlaceholder: 'Purchasing',
  kind: 'Kind',
  domain: 'Domain of your identity',
  domainHint: 'The domain of the credential in From, such as DUNS or NetworkID',
  identity: 'Your identity',
  identityHint: 'The identity of the credential in From',
  submit: 'Connect',
  cancel: 'Cancel',
  enterThere: 'Enter this in your procurement system:',
  address: 'Address',
  userName: 'User name (USERNAME)',
  secrets: {
    cxml: {
      newKey: 'Shared secret',
      newKeyHint: 'Copy it now. It will not be shown again.',
      copy: 'Copy',
      copied: 'Copied',
      notCopied: 'Your browser does not allow copying. The secret is selected: copy it manually.',
      done: 'Done',
    },
    oci: {
      newKey: 'Password (PASSWORD)',
      newKeyHint: 'Copy it now. It will not be shown again.',
      copy: 'Copy',
      copied: 'Copied',
      notCopied: 'Your browser does not allow copying. The password is selected: copy it manually.',
      done: 'Done',
    },
  },
  remove: (name: string) => `Remove ${name}`,
  removeQuestion: (name: string) => `Remove ${name}?`,
  removeExplained: 'Its procurement system is refused from now on. Quotes and orders stay.',
  removed: (name: string) => `${name} is removed.`,
} as const

import { ShopError } from '../../errors.ts'
import type { IdentityProvider } from './issuer.ts'
import { html, type Html } from './pages.ts'

/** Below a top-level domain that is reserved for examples, so that its addresses have no owner. */
const SAMPLE_DOMAIN = 'sample.example'

const accounts = {
  ann: { name: 'Ann Sample', emailVerified: true },
  ben: { name: 'Ben Sample', emailVerified: true },
  una: { name: 'Una Unconfirmed', emailVerified: false },
}

type SamplePerson = keyof typeof accounts

const emailOf = (id: SamplePerson) => `${id}@${SAMPLE_DOMAIN}`

/** Replaces Google in trial mode: every visitor of its page may sign in as one of its accounts. Not available in production. */
export const sampleIssuer: IdentityProvider = {
  id: 'sample',
  key: 'sample',

  async addressFor({ state }) {
    return `/api/auth/sample-issuer?state=${encodeURIComponent(state)}`
  },

  async readPerson({ searchParams }) {
    if (searchParams.get('error') === 'access_denied') throw new ShopError('EXTERNAL_CANCELLED')
    const id = searchParams.get('code') ?? ''
    if (!isSamplePerson(id)) throw new ShopError('EXTERNAL_FAILED')
    return { subject: id, email: emailOf(id), ...accounts[id] }
  },
}

const isSamplePerson = (id: string): id is SamplePerson => Object.hasOwn(accounts, id)

export function samplePeoplePage(state: string): Html {
  const choices = Object.entries(accounts).map(
    ([id, { name, emailVerified }], index) => html`<label>
      <input type="radio" name="code" value="${id}" ${index === 0 ? html`checked autofocus` : ''}>
      <span>${name}<small>${emailOf(id as SamplePerson)}${emailVerified ? '' : ', not confirmed'}</small></span>
    </label>`,
  )
  return html`
    <h1>Sample issuer</h1>
    <p class="note">This is <strong>not Google</strong>. It belongs to this trial shop and stands in for Google, so that
      you can try how signing in there works. Nothing leaves this machine.</p>
    <form method="get" action="/api/auth/outside/sample/callback">
      <input type="hidden" name="state" value="${state}">
      <fieldset><legend>Sign in to the shop as</legend>${choices}</fieldset>
      <button>Continue</button>
      <button name="error" value="access_denied" class="quiet">Cancel</button>
    </form>`
}

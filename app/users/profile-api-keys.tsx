import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { apiKeyCalls, type ApiKey } from '#contract/people/api-keys.ts'
import { messages } from '#contract/basics/messages.ts'
import { Loading } from '#app/ui/failure.tsx'
import { useEmailUnconfirmed } from '#app/identity/email-unconfirmed.ts'
import { SendVerification } from '#app/identity/send-verification.tsx'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { useKeptFocus } from '#app/ui/kept-focus.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { KeySpending } from '#app/users/key-spending.tsx'
import { NewApiKey } from '#app/users/new-api-key.tsx'
import { RevokeApiKey } from '#app/users/revoke-api-key.tsx'
import { ShownSecret } from '#app/users/shown-secret.tsx'
import { apiKeyWords as words } from '#app/words/api-keys.ts'
import { spendingWords } from '#app/words/spending.ts'

/** The user's API keys: scopes, creation and revocation. */
export function ProfileApiKeys() {
  const query = useQuery(readOf(apiKeyCalls.mine))
  const { data: keys, dataUpdatedAt, error } = query
  const heading = useKeptFocus<HTMLHeadingElement>(keys?.length ?? 0)

  return (
    <Panel className="panel-dense">
      <div className="grid grid-cols-1 gap-3">
        <h3 ref={heading} tabIndex={-1} className="font-semibold">
          {words.title}
        </h3>
        <div className="grid gap-1 text-soft">
          <p>
            {words.explained}{' '}
            <a href="/api/docs" className="link">
              {words.document}
            </a>
          </p>
          <p>{words.stays}</p>
        </div>
        {keys && keys.length > 0 && (
          <Table wide caption={words.caption} columns={columnsAt(dataUpdatedAt)} rows={keys} rowKey={({ _id }) => _id} />
        )}
        {(error || !keys) && <Loading query={query} />}
        <KeyMaker />
      </div>
    </Panel>
  )
}

/** A button, then the form, then the created key. */
function KeyMaker() {
  const [step, setStep] = useState<'button' | 'form' | { newKey: string }>('button')
  const isEmailUnconfirmed = useEmailUnconfirmed()

  if (isEmailUnconfirmed) return <Notice action={<SendVerification />}>{messages.emailUnverified}</Notice>
  if (step === 'form') return <NewApiKey onCreated={(newKey) => setStep({ newKey })} onCancel={() => setStep('button')} />
  // Kept only here, until the screen is left.
  if (step !== 'button') return <ShownSecret secret={step.newKey} words={words} onDone={() => setStep('button')} />
  return (
    <Button variant="secondary" className="justify-self-start" onClick={() => setStep('form')}>
      {words.create}
    </Button>
  )
}

/** `now`, in ms, is when the keys were read. */
const columnsAt = (now: number): Column<ApiKey>[] => [
  { title: words.columns.name, card: 'name', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { title: words.columns.prefix, multiline: true, cell: (apiKey) => <KeyText apiKey={apiKey} /> },
  {
    title: words.columns.scopes,
    multiline: true,
    cell: ({ scopes }) =>
      scopes.map((scope) => (
        <span key={scope} className="block">
          {words.scopes[scope]}
        </span>
      )),
  },
  { title: words.columns.lastUsed, cell: ({ lastUsedAt }) => (lastUsedAt ? <Time value={lastUsedAt} /> : words.never) },
  { title: spendingWords.column, multiline: true, cell: (apiKey) => <KeySpending apiKey={apiKey} /> },
  { title: words.columns.expires, cell: ({ expiresAt }) => <Expiry value={expiresAt} now={now} /> },
  { title: words.columns.revoke, card: 'action', screenOnly: true, cell: (apiKey) => <RevokeApiKey apiKey={apiKey} /> },
]

function KeyText({ apiKey: { prefix, isTest } }: { apiKey: ApiKey }) {
  return (
    <>
      <code className="font-mono text-sm">{words.begins(prefix)}</code>
      {isTest && <span className="block text-soft">{words.test}</span>}
    </>
  )
}

function Expiry({ value, now }: { value: string | null; now: number }) {
  if (value === null) return <span>{words.untilRevoked}</span>
  if (Date.parse(value) <= now) return <span className="font-semibold text-danger">{words.expired}</span>
  return <Time value={value} />
}

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { punchoutCalls, punchoutMessages, type PunchoutConnection } from '#contract/quotes/punchout.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { Loading } from '#app/ui/failure.tsx'
import { useEmailUnconfirmed } from '#app/identity/email-unconfirmed.ts'
import { SendVerification } from '#app/identity/send-verification.tsx'
import { readOf } from '#app/api/queries.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { useKeptFocus } from '#app/ui/kept-focus.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { ShownSecret } from '#app/users/shown-secret.tsx'
import { punchoutWords as words } from '#app/words/punchout.ts'
import { ConnectionAnswers } from './connection-answers.tsx'
import { NewConnection } from './new-connection.tsx'

/** The procurement systems of the user's company. */
export function ProfilePunchout() {
  const query = useQuery(readOf(punchoutCalls.mine))
  const { data: connections, error } = query
  const heading = useKeptFocus<HTMLHeadingElement>(connections?.length ?? 0)

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
        {connections && connections.length > 0 && (
          <Table wide caption={words.caption} columns={columns} rows={connections} rowKey={({ _id }) => _id} />
        )}
        {(error || !connections) && <Loading query={query} />}
        <ConnectionMaker />
      </div>
    </Panel>
  )
}

type Made = { secret: string; connection: PunchoutConnection }

/** A button, then the form, then the data to enter in the procurement system. */
function ConnectionMaker() {
  const [step, setStep] = useState<'button' | 'form' | Made>('button')
  const isEmailUnconfirmed = useEmailUnconfirmed()

  if (isEmailUnconfirmed) return <Notice action={<SendVerification />}>{punchoutMessages.confirmFirst}</Notice>
  if (step === 'form') return <NewConnection onCreated={setStep} onCancel={() => setStep('button')} />
  if (step !== 'button') return <NewSecret made={step} onDone={() => setStep('button')} />
  return (
    <Button variant="secondary" className="justify-self-start" onClick={() => setStep('form')}>
      {words.add}
    </Button>
  )
}

function NewSecret({ made: { secret, connection }, onDone }: { made: Made; onDone: () => void }) {
  const { kind, identity } = connection
  return (
    <div className="grid gap-3">
      <p>{words.enterThere}</p>
      <Facts>
        <Fact title={words.address}>
          <span className="wrap-anywhere">{`${location.origin}/api/punchout/${kind}`}</span>
        </Fact>
        {kind === 'oci' && <Fact title={words.userName}>{identity}</Fact>}
      </Facts>
      <ShownSecret secret={secret} words={words.secrets[kind]} onDone={onDone} />
    </div>
  )
}

const columns: Column<PunchoutConnection>[] = [
  { title: words.columns.name, card: 'name', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { title: words.columns.kind, cell: ({ kind }) => words.kinds[kind] },
  {
    title: words.columns.identity,
    multiline: true,
    cell: ({ domain, identity }) => <span className="wrap-anywhere">{domain === null ? identity : `${domain} ${identity}`}</span>,
  },
  { title: words.columns.lastUsed, cell: ({ lastUsedAt }) => (lastUsedAt ? <Time value={lastUsedAt} /> : words.never) },
  {
    title: words.answers.title,
    card: 'action',
    screenOnly: true,
    cell: (connection) => connection.kind === 'cxml' && <ConnectionAnswers connection={connection} />,
  },
  { title: words.columns.remove, card: 'action', screenOnly: true, cell: (connection) => <RemoveConnection connection={connection} /> },
]

function RemoveConnection({ connection: { _id, name } }: { connection: PunchoutConnection }) {
  return (
    <ConfirmedAction
      renderButton={(ask) => <IconButton label={words.remove(name)} icon={<TrashIcon />} onClick={ask} />}
      question={words.removeQuestion(name)}
      send={() => callApi(punchoutCalls.remove, { params: { id: _id } })}
      onDone={() => toast.success(words.removed(name))}
      changes={[punchoutCalls.mine]}
    >
      {words.removeExplained}
    </ConfirmedAction>
  )
}

import { useQuery } from '@tanstack/react-query'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { setAsideCalls, type AccountSetAside, type NetworkSetAside } from '#contract/people/set-aside.ts'
import { Allowed } from '#app/identity/may.tsx'
import { useSession } from '#app/identity/session.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { readOf } from '#app/api/queries.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { ListScreen } from '#app/ui/list-screen.tsx'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { BlockAccount } from '#app/users/block-account.tsx'
import { setAsideWords as words } from '#app/words/set-aside.ts'
import { ReleaseSetAside } from './release-set-aside.tsx'

export const meta = pageMeta(words.title)

/** Accounts and networks with unpaid orders and holds, for admins. */
export default function SetAside() {
  const list = useQuery(readOf(setAsideCalls.all))
  const networks = list.data?.networks ?? []
  return (
    <ListScreen
      list={list}
      rows={list.data?.accounts}
      rowKey={({ email }) => email}
      words={{ ...words, caption: words.accounts }}
      wide
      columns={accountColumns}
    >
      {networks.length > 0 && (
        <>
          <div className="mt-4">
            <h3 className="text-lg">{words.networks}</h3>
            <p className="list-lead">{words.networksLead}</p>
          </div>
          <Table caption={words.networks} columns={networkColumns} rows={networks} rowKey={({ network }) => network} />
        </>
      )}
    </ListScreen>
  )
}

const amountColumns: Column<Pick<NetworkSetAside, 'pieces' | 'total' | 'largestShare'>>[] = [
  { title: words.columns.pieces, align: 'end', sort: ({ pieces }) => pieces, cell: ({ pieces }) => formatCount(pieces) },
  { title: words.columns.total, align: 'end', sort: ({ total }) => total, cell: ({ total }) => formatAmount(total) },
  {
    title: words.columns.share,
    align: 'end',
    sort: ({ largestShare }) => largestShare,
    cell: ({ largestShare }) => words.percent(largestShare),
  },
]

const accountColumns: Column<AccountSetAside>[] = [
  { title: words.columns.email, card: 'name', sort: ({ email }) => email, cell: (account) => <Account account={account} /> },
  {
    title: words.columns.bills,
    align: 'end',
    cell: ({ bills, lines }) => (
      <span>
        {bills} <span className="whitespace-nowrap text-soft">({words.lines(lines)})</span>
      </span>
    ),
  },
  ...amountColumns,
  { title: words.columns.until, cell: ({ until }) => until && <Time value={until} /> },
  { title: words.columns.actions, card: 'action', screenOnly: true, cell: (account) => <Actions account={account} /> },
]

const networkColumns: Column<NetworkSetAside>[] = [
  { title: words.columns.network, card: 'name', cell: ({ network }) => network },
  { title: words.columns.accounts, align: 'end', cell: ({ accounts }) => accounts },
  ...amountColumns,
]

function Account({ account: { email, trust, blocked, network } }: { account: AccountSetAside }) {
  return (
    <>
      <EmailText>{email}</EmailText>
      <span className="font-normal text-soft">{` ${[words.trust[trust], ...(network ? [network] : [])].join(', ')}`}</span>
      {blocked && <Status tone="danger">{words.blocked}</Status>}
    </>
  )
}

function Actions({ account: { email, isStaff, blocked } }: { account: AccountSetAside }) {
  const { identity, isAdmin } = useSession()
  if (isStaff && !isAdmin) return null
  return (
    <div className="flex gap-2">
      <Allowed call={setAsideCalls.release}>
        <ReleaseSetAside email={email} />
      </Allowed>
      {email !== identity?.email && <BlockAccount email={email} blocked={blocked} />}
    </div>
  )
}

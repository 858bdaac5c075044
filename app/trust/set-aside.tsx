import { useQuery } from '@tanstack/react-query'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { setAsideCalls, type AccountSetAside, type CrowdedPart, type NetworkSetAside } from '#contract/people/set-aside.ts'
import { Allowed } from '#app/identity/may.tsx'
import { useSession } from '#app/identity/session.tsx'
import { Link } from 'react-router'
import { pageMeta } from '#app/layout/page-meta.ts'
import { readOf } from '#app/api/queries.ts'
import { paths } from '#app/paths.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { FilterChips, useChoice } from '#app/ui/filter-chips.tsx'
import { ListScreen } from '#app/ui/list-screen.tsx'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { BlockAccount } from '#app/users/block-account.tsx'
import { setAsideWords as words } from '#app/words/set-aside.ts'
import { ReleaseSetAside } from './release-set-aside.tsx'

export const meta = pageMeta(words.title)

/** Accounts and networks with unpaid orders and holds, for admins; by `show` in the address only large accounts, or the parts they crowd. */
export default function SetAside() {
  const list = useQuery(readOf(setAsideCalls.all))
  const show = useChoice('show', ['large', 'parts'])
  const { accounts, networks = [], parts } = list.data ?? {}
  const large = accounts?.filter((account) => account.large)
  const filters = (
    <FilterChips
      label={words.filter}
      name="show"
      chips={[
        { value: '', label: words.accounts, count: undefined },
        { value: 'large', label: words.large, count: large?.length },
        { value: 'parts', label: words.crowded, count: parts?.length },
      ]}
    />
  )
  const shared = { list, words: { ...words, caption: words.accounts }, wide: true, isFiltered: show !== undefined, filters }
  if (show === 'parts')
    return (
      <ListScreen
        {...shared}
        words={{ ...words, caption: words.crowded }}
        rows={parts}
        rowKey={({ partsId }) => partsId}
        columns={partColumns}
      />
    )
  return (
    <ListScreen {...shared} rows={show ? large : accounts} rowKey={({ email }) => email} columns={accountColumns}>
      {!show && networks.length > 0 && (
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

const partColumns: Column<CrowdedPart>[] = [
  {
    title: words.columns.part,
    card: 'name',
    fills: true,
    cell: ({ partsId, name }) => (
      <Link to={paths.managedPart(partsId)} className="link">
        {name}
      </Link>
    ),
  },
  { title: words.columns.partNumber, card: 'plain', cell: ({ partNumber }) => partNumber },
  { title: words.columns.pieces, align: 'end', sort: ({ pieces }) => pieces, cell: ({ pieces }) => formatCount(pieces) },
  { title: words.columns.left, align: 'end', sort: ({ available }) => available, cell: ({ available }) => formatCount(available) },
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

import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { messages } from '#contract/basics/messages.ts'
import { userCalls, type ListedUser, type Role } from '#contract/people/users.ts'
import { Permissions } from '#app/users/permissions.tsx'
import { permissionWords } from '#app/words/permissions.ts'
import { useMay } from '#app/identity/may.tsx'
import { ApiError } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { useSession } from '#app/identity/session.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/api/queries.ts'
import { ColumnMenu } from '#app/ui/column-menu.tsx'
import { useColumns } from '#app/ui/hidden-columns.ts'
import { Notice } from '#app/ui/notice.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { LoadingList } from '#app/ui/loading-list.tsx'
import { toast } from '#app/ui/toast.ts'
import { BlockAccount } from '#app/users/block-account.tsx'
import { blockAccountWords } from '#app/words/block-account.ts'
import { makeAdminWords as words } from '#app/words/make-admin.ts'

export const meta = pageMeta(words.title)

/** Grants and takes back admin rights. Specification section 2, "Make Admin". */
export default function MakeAdmin() {
  const list = useQuery(readOf(userCalls.all))
  const { data: users } = list
  const [refusal, setRefusal] = useState<string>()
  const may = useMay()
  const chosen = useColumns(
    'users',
    useMemo(() => columnsWith(setRefusal, may), [may]),
  )

  if (!users) return <LoadingList query={list} title={words.title} columns={chosen.columns} />
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead title={words.heading(users.length)}>
        <ColumnMenu of={chosen} />
      </ListHead>
      {refusal && <Notice tone="warning">{refusal}</Notice>}
      <Table caption={words.caption} columns={chosen.columns} rows={users} rowKey={({ _id }) => _id} />
    </section>
  )
}

/** Called with the server's reason for a refusal, and with undefined when a new attempt begins. */
type OnRefusal = (sentence: string | undefined) => void

const columnsWith = (onRefusal: OnRefusal, may: ReturnType<typeof useMay>): Column<ListedUser>[] => [
  { title: words.columns.number, card: 'none', cell: (_, index) => index + 1 },
  { title: words.columns.email, card: 'name', sort: ({ email }) => email, cell: ({ email }) => email },
  {
    title: words.columns.add,
    card: 'action',
    cell: (user) =>
      may(userCalls.setRole) && user.role !== 'admin' && <RoleButton email={user.email} newRole="admin" onRefusal={onRefusal} />,
  },
  {
    title: words.columns.remove,
    card: 'action',
    cell: (user) => may(userCalls.setRole) && <RoleButton email={user.email} newRole="" onRefusal={onRefusal} />,
  },
  { title: permissionWords.column, card: 'action', cell: (user) => <Permissions user={user} mayChange={may(userCalls.setPermissions)} /> },
  { title: blockAccountWords.column, card: 'action', cell: (user) => may(userCalls.setBlocked) && <SignIn user={user} /> },
]

/** A further column beside the specified ones. Admins cannot block themselves; only admins block people who work for the shop. */
function SignIn({ user: { email, role, permissions, blocked } }: { user: ListedUser }) {
  const { identity, isAdmin } = useSession()
  const isStaff = role === 'admin' || permissions.length > 0
  return email === identity?.email || (isStaff && !isAdmin) ? null : <BlockAccount email={email} blocked={blocked} />
}

type RoleButtonProps = {
  email: string
  /** The role that the button grants. */
  newRole: Role
  onRefusal: OnRefusal
}

/** Texts of each change of role. */
const roleChanges = {
  admin: { label: words.makeAdmin, question: words.makeQuestion, done: messages.adminGranted, failed: messages.adminNotGranted },
  '': { label: words.removeAdmin, question: words.removeQuestion, done: messages.adminRevoked, failed: messages.adminNotRevoked },
}

function RoleButton({ email, newRole, onRefusal }: RoleButtonProps) {
  const { identity, adminCheck } = useSession()
  const navigate = useNavigate()
  const { label, question, done, failed } = roleChanges[newRole]
  const isAdmin = newRole === 'admin'

  return (
    <ConfirmedAction
      button={label}
      question={question(email)}
      tone={isAdmin ? 'primary' : 'danger'}
      onStart={() => onRefusal(undefined)}
      send={() => callApi(userCalls.setRole, { params: { email }, body: { role: newRole } })}
      onDone={async ({ result }) => {
        const isChanged = result.modifiedCount > 0
        if (isChanged) toast.success(done(email))
        else toast.error(failed)
        if (!isChanged || isAdmin || email !== identity?.email) return
        // This page signs out users who are not admins, so it is left first.
        await navigate(paths.dashboard)
        await adminCheck.refetch()
      }}
      onFailed={(error) => {
        toast.error(failed)
        if (error instanceof ApiError && error.code === 'LAST_ADMIN') onRefusal(error.message)
      }}
      changes={[userCalls.all]}
    >
      {isAdmin ? words.makeExplained : words.removeExplained}
    </ConfirmedAction>
  )
}

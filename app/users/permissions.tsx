import { useState } from 'react'
import { permissions, type Permission } from '#contract/people/permissions.ts'
import { userCalls, type ListedUser } from '#contract/people/users.ts'
import { callApi } from '#app/api/api.ts'
import { PenIcon } from '#app/layout/dashboard-icons.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { permissionWords as words } from '#app/words/permissions.ts'

/** A person's permissions, and the button that changes them. */
export function Permissions({ user, mayChange }: { user: ListedUser; mayChange: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  if (user.role === 'admin') return <span>{words.everything}</span>
  return (
    <div className="flex items-center gap-1">
      <span className={user.permissions.length > 0 ? undefined : 'text-soft'}>
        {user.permissions.map((permission) => words.names[permission]).join(', ') || words.none}
      </span>
      {mayChange && (
        <IconButton aria-haspopup="dialog" label={words.editOf(user.email)} icon={<PenIcon />} onClick={() => setIsOpen(true)} />
      )}
      {isOpen && <PermissionsDialog user={user} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function PermissionsDialog({ user: { email, permissions: held }, onClose }: { user: ListedUser; onClose: () => void }) {
  const save = useFormAction({
    send: (wanted: Permission[]) => callApi(userCalls.setPermissions, { params: { email }, body: { permissions: wanted } }),
    onDone: ({ result }) => {
      if (result.modifiedCount === 1) toast.success(words.saved(email))
      else toast.info(words.unchanged)
    },
    onClose,
    changes: [userCalls.all],
  })
  return (
    <FormDialog
      title={words.title(email)}
      lead={words.lead}
      submit={words.save}
      action={save}
      onSubmit={({ currentTarget }) => {
        const chosen = new FormData(currentTarget).getAll('permission')
        save.run(permissions.filter((permission) => chosen.includes(permission)))
      }}
      onClose={onClose}
    >
      <div className="grid gap-3">
        {permissions.map((permission) => (
          <div key={permission} className="flex items-start gap-3">
            <input
              type="checkbox"
              id={permission}
              name="permission"
              value={permission}
              className="check-box"
              defaultChecked={held.includes(permission)}
              aria-describedby={`${permission}-explained`}
            />
            <div>
              <label htmlFor={permission} className="font-semibold">
                {words.names[permission]}
              </label>
              <p id={`${permission}-explained`} className="text-soft">
                {words.explained[permission]}
              </p>
            </div>
          </div>
        ))}
      </div>
    </FormDialog>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { shopSettingsCalls, type SettingsVersion } from '#contract/shop/shop-settings.ts'
import { callApi } from '#app/api/api.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { Allowed } from '#app/identity/may.tsx'
import { readOf } from '#app/api/queries.ts'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { PasswordField } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { shopSettingsWords as words } from '#app/words/shop-settings.ts'

/** A version of the settings; the built-in ones were never saved, so they have no time and no author. */
type Row = { version: number; now: number; saved: SettingsVersion | undefined }

/** The last changes, each of which can be restored. */
export function SettingsHistory({ now }: { now: number }) {
  const { data } = useQuery(readOf(shopSettingsCalls.versions))
  if (!data) return null
  const rows: Row[] = [...data.map((saved) => ({ version: saved.version, now, saved })), { version: 0, now, saved: undefined }]
  return (
    <>
      <h3 className="text-lg">{words.history}</h3>
      <Table wide caption={words.history} columns={columns} rows={rows} rowKey={({ version }) => version} />
    </>
  )
}

const nameOf = ({ version }: Row) => (version === 0 ? words.built : words.versionOf(version))

const columns: Column<Row>[] = [
  { title: words.columns.version, card: 'name', cell: nameOf },
  { title: words.columns.at, cell: ({ saved }) => saved && <Time value={saved.at} /> },
  { title: words.columns.by, cell: ({ saved }) => saved && <EmailText>{saved.by}</EmailText> },
  { title: words.columns.changed, fills: true, multiline: true, cell: ({ saved }) => saved && words.changed(saved.changed) },
  {
    title: words.restore,
    card: 'action',
    screenOnly: true,
    cell: (row) =>
      row.version !== row.now && (
        <Allowed call={shopSettingsCalls.restore}>
          <DialogButton aria-label={words.restoreOf(nameOf(row))} renderDialog={(onClose) => <RestoreDialog row={row} onClose={onClose} />}>
            {words.restore}
          </DialogButton>
        </Allowed>
      ),
  },
]

/** A version with another bank account or other tax ids needs the admin's password; a refusal is said at its field. */
function RestoreDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const form = useForm({ defaultValues: { password: '' } })
  const restore = useFormAction({
    form,
    send: ({ password }: { password: string }) =>
      callApi(shopSettingsCalls.restore, {
        body: { version: row.now, restored: row.version, ...(password !== '' && { password }) },
      }),
    onDone: () => toast.success(words.restored),
    onClose,
    changes: [shopSettingsCalls.now, shopSettingsCalls.versions],
  })
  return (
    <FormDialog
      title={words.restoreQuestion(nameOf(row))}
      lead={words.restoreLead}
      submit={words.restore}
      action={restore}
      onSubmit={form.handleSubmit(restore.run)}
      onClose={onClose}
    >
      <PasswordField {...fieldsOf(form)('password')} label={words.restorePassword} autoComplete="current-password" />
    </FormDialog>
  )
}

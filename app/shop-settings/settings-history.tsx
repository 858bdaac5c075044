import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { shopSettingsCalls, type SettingsVersion } from '#contract/shop/shop-settings.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { Allowed } from '#app/identity/may.tsx'
import { readOf } from '#app/api/queries.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { PasswordField } from '#app/ui/field.tsx'
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
          <Restore row={row} />
        </Allowed>
      ),
  },
]

/** A version with another bank account or other tax ids needs the admin's password. */
function Restore({ row }: { row: Row }) {
  const [password, setPassword] = useState('')
  return (
    <ConfirmedAction
      button={words.restore}
      buttonLabel={words.restoreOf(nameOf(row))}
      question={words.restoreQuestion(nameOf(row))}
      send={() =>
        callApi(shopSettingsCalls.restore, {
          body: { version: row.now, restored: row.version, ...(password !== '' && { password }) },
        })
      }
      onDone={() => toast.success(words.restored)}
      changes={[shopSettingsCalls.now, shopSettingsCalls.versions]}
    >
      <p>{words.restoreLead}</p>
      <PasswordField
        label={words.restorePassword}
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </ConfirmedAction>
  )
}

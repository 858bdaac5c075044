import type { AuditEntry } from '#contract/shop/operations.ts'
import { AuditSubject, changedFigures } from '#app/operations/audit-texts.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SideSheet } from '#app/ui/side-sheet.tsx'
import { Time } from '#app/ui/time.tsx'
import { auditWords as words } from '#app/words/audit.ts'

/** One entry of the audit log: the changed object, its old and its new values side by side. */
export function AuditSheet({ entry, onClose }: { entry: AuditEntry | undefined; onClose: () => void }) {
  if (!entry) {
    return (
      <SideSheet title={words.title} onClose={onClose}>
        <Notice tone="warning">{words.notListed}</Notice>
      </SideSheet>
    )
  }
  const { at, actor, action, detail } = entry
  const figures = changedFigures(detail)
  return (
    <SideSheet title={words.actions[action] ?? action} onClose={onClose}>
      <Facts>
        <Fact title={words.columns.at}>
          <Time value={at} />
        </Fact>
        <Fact title={words.columns.actor}>{actor ?? words.shopItself}</Fact>
        <Fact title={words.columns.subject}>
          <AuditSubject entry={entry} />
        </Fact>
      </Facts>
      {figures.length > 0 && (
        <table className="values figures">
          <caption className="sr-only">{words.valuesCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{words.figure}</th>
              <th scope="col">{words.before}</th>
              <th scope="col">{words.after}</th>
            </tr>
          </thead>
          <tbody>
            {figures.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{before ?? '–'}</td>
                <td data-changed={(before !== undefined && before !== after) || undefined}>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SideSheet>
  )
}

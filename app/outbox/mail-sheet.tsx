import type { MailRecord } from '#contract/shop/mails.ts'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { mailTo } from '#app/ui/mail-to.ts'
import { Notice } from '#app/ui/notice.tsx'
import { ShortId } from '#app/ui/short-id.tsx'
import { SideSheet } from '#app/ui/side-sheet.tsx'
import { Time } from '#app/ui/time.tsx'
import { outboxWords as words } from '#app/words/outbox.ts'
import { MailStateText, nameOfKind } from './mail-texts.tsx'

/** One mail of the outbox, without its text, which may contain a link that signs in. */
export function MailSheet({ mail, onClose }: { mail: MailRecord | undefined; onClose: () => void }) {
  return (
    <SideSheet title={mail?.subject ?? words.title} onClose={onClose}>
      {mail ? (
        <>
          <MailStateText mail={mail} />
          <Facts>
            <Fact title={words.columns.recipient}>
              <a href={mailTo(mail.recipient)} className="link">
                {mail.recipient}
              </a>
            </Fact>
            <Fact title={words.columns.kind}>{nameOfKind(mail.kind)}</Fact>
            <Fact title={words.columns.created}>
              <Time value={mail.createdAt} />
            </Fact>
            <Fact title={words.attempts}>{mail.attempts}</Fact>
            <Fact title={words.id}>
              <ShortId id={mail.id} />
            </Fact>
          </Facts>
          {mail.sentWith && <Notice>{words.sentTogether}</Notice>}
          <p className="text-soft">{words.noText}</p>
        </>
      ) : (
        <Notice tone="warning">{words.notListed}</Notice>
      )}
    </SideSheet>
  )
}

import { useQuery } from '@tanstack/react-query'
import { mailCalls, mailPagePath, type MailRecord } from '#contract/shop/mails.ts'
import { readOf } from '#app/api/queries.ts'
import { Allowed } from '#app/identity/may.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Loading } from '#app/ui/failure.tsx'
import { mailTo } from '#app/ui/mail-to.ts'
import { Notice } from '#app/ui/notice.tsx'
import { RowSheet } from '#app/ui/row-sheet.tsx'
import { ShortId } from '#app/ui/short-id.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { Time } from '#app/ui/time.tsx'
import { outboxWords as words } from '#app/words/outbox.ts'
import { MailStateText, nameOfKind } from './mail-texts.tsx'

type MailSheetProps = { id: string; listed: MailRecord | undefined; onClose: () => void }

/** One mail of the outbox; what it says, for admins alone. */
export const MailSheet = ({ id, listed, onClose }: MailSheetProps) => (
  <RowSheet
    listed={listed}
    call={mailCalls.one}
    request={{ params: { id } }}
    title={words.title}
    titleOf={({ subject }) => subject}
    unknown={words.unknown}
    onClose={onClose}
  >
    {(mail) => (
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
        <Allowed call={mailCalls.text}>
          <MailContent id={mail.id} />
        </Allowed>
      </>
    )}
  </RowSheet>
)

function MailContent({ id }: { id: string }) {
  const query = useQuery(readOf(mailCalls.text, { params: { id } }))
  const { data } = query
  if (!data) return <Loading query={query} />
  const { text, hasHtml, isSecret, isMerged } = data
  if (isSecret) return <p className="text-soft">{words.secret}</p>
  const whole = text !== null && <p className="whitespace-pre-wrap wrap-anywhere text-sm">{text}</p>
  return (
    <>
      {isMerged && <Notice>{words.merged}</Notice>}
      {hasHtml ? (
        <div>
          <Tabs
            label={words.asSent}
            tabs={[
              {
                title: words.html,
                // What the mail says may come from a customer: nothing in it runs or loads, here and by the page's own policy.
                content: (
                  <iframe
                    sandbox=""
                    src={mailPagePath(id)}
                    title={words.html}
                    className="h-144 w-full rounded-box border border-line bg-canvas"
                  />
                ),
              },
              ...(whole ? [{ title: words.text, content: whole }] : []),
            ]}
          />
        </div>
      ) : (
        <>
          <p className="text-soft">{whole ? words.textOnly : words.gone}</p>
          {whole}
        </>
      )}
    </>
  )
}

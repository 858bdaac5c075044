import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { userCalls, type ProfileUpdate, type User } from '#contract/people/users.ts'
import { Allowed } from '#app/identity/may.tsx'
import { ApiError } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { failureText, Loading } from '#app/ui/failure.tsx'
import { fieldsOf, filled, showRefusal } from '#app/ui/form-fields.ts'
import { useEmailUnconfirmed, useIsEmailKnown } from '#app/identity/email-unconfirmed.ts'
import { SendVerification } from '#app/identity/send-verification.tsx'
import { useSession } from '#app/identity/session.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { ProfileOrderMails } from '#app/users/profile-order-mails.tsx'
import { useLeaveQuestion } from '#app/ui/use-leave-question.tsx'
import { useAction } from '#app/api/use-action.ts'
import { profileWords as words } from '#app/words/profile.ts'

export const meta = pageMeta(words.title)

/** The user's profile, and the form to change it. Specification section 2, "Profile". */
export default function Profile() {
  const { identity } = useSession()
  const query = useQuery(readOf(userCalls.profile, { params: { email: identity?.email ?? '' } }))
  const { data: profile } = query
  const isEmailKnown = useIsEmailKnown()

  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead noTable title={words.title} />
      {isEmailKnown && !query.isPending ? (
        <>
          <VerificationReminder />
          {profile ? (
            <>
              <ProfilePanel profile={profile} />
              <Panel className="panel-dense">
                <ProfileForm profile={profile} />
              </Panel>
            </>
          ) : (
            <Loading query={query} />
          )}
          <Allowed call={userCalls.chooseOrderMails}>
            <ProfileOrderMails />
          </Allowed>
        </>
      ) : (
        <Skeleton />
      )}
    </section>
  )
}

/** Shopping needs no confirmed address, so this only reminds; it shows nothing while that is unknown. */
function VerificationReminder() {
  if (!useEmailUnconfirmed()) return null
  return <Notice action={<SendVerification />}>{words.emailUnconfirmed}</Notice>
}

function ProfilePanel({ profile }: { profile: User }) {
  const entries = [
    [words.name, profile.displayName],
    [words.email, profile.email],
    [words.phone, profile.phone],
    [words.education, profile.education],
    [words.address, profile.address],
  ] as const
  return (
    <Panel className="panel-dense flex flex-wrap items-start gap-4">
      <dl className="grid flex-1 grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-x-6 gap-y-3 min-w-[min(100%,14rem)] xl:grid-cols-[repeat(5,auto)]">
        {entries.map(([title, text]) => (
          <div key={title}>
            <dt className="text-soft">{title}</dt>
            <dd className="break-words whitespace-pre-line">{text || '–'}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

type Form = { displayName: string; phone: string; education: string; address: string }

const formOf = ({ displayName, phone, education, address }: User): Form => ({ displayName, phone, education, address })

function ProfileForm({ profile }: { profile: User }) {
  const { identity, renamed } = useSession()
  const form = useForm<Form>({ defaultValues: formOf(profile) })
  const field = fieldsOf(form)

  const update = useAction({
    send: ({ email, body }: { email: string; body: ProfileUpdate }) => callApi(userCalls.updateProfile, { params: { email }, body }),
    onDone: ({ matchedCount, modifiedCount }, { body }) => {
      if (matchedCount < 1) {
        toast.error(messages.tryAgainLater)
        return
      }
      if (modifiedCount > 0) toast.success(messages.profileUpdated)
      else toast.info(messages.profileUnchanged)
      const displayName = body.displayName || profile.displayName
      form.reset({ ...body, displayName })
      renamed(displayName)
    },
    onFailed: (error) => {
      if (error instanceof ApiError && error.code === 'SIGN_IN_NEEDED') toast.error(messages.noUser)
      else if (showRefusal(form, error)) toast.error(failureText(error))
    },
    changes: [userCalls.profile],
  })

  const save = form.handleSubmit(({ displayName, phone, education, address }) => {
    if (!identity) {
      toast.error(messages.noUser)
      return
    }
    const body = { displayName: displayName.trim(), phone: phone.trim(), education: education.trim(), address: address.trim() }
    update.run({ email: identity.email, body })
  })

  const leaveQuestion = useLeaveQuestion(form.formState.isDirty && !update.isRunning)

  return (
    <form method="post" noValidate onSubmit={(event) => void save(event)} className="grid gap-4 md:grid-cols-2">
      <TextField
        {...field('displayName', { maxLength: { value: TEXT_LIMITS.name, message: messages.tooLong(TEXT_LIMITS.name) } })}
        label={words.name}
        placeholder={profile.displayName}
        autoComplete="name"
      />
      <TextField label={words.email} type="email" value={profile.email} disabled readOnly />
      <TextField {...field('phone', filled(messages.phoneRequired, TEXT_LIMITS.phone))} label={words.phone} type="tel" autoComplete="tel" />
      <TextField {...field('education', filled(messages.educationRequired, TEXT_LIMITS.education))} label={words.education} />
      <TextArea
        {...field('address', filled(messages.addressRequired, TEXT_LIMITS.address))}
        label={words.address}
        rows={2}
        autoComplete="street-address"
        className="md:col-span-2"
      />
      <Button type="submit" busy={update.isRunning} className="justify-self-start">
        {words.update}
      </Button>
      {leaveQuestion}
    </form>
  )
}

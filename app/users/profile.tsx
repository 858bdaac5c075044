import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { userCalls, type ProfileUpdate, type User } from '#contract/users.ts'
import { ApiError } from '#app/api-error.ts'
import { callApi } from '#app/api.ts'
import { failureText, LoadFailed } from '#app/failure.tsx'
import { useEmailUnconfirmed } from '#app/identity/email-unconfirmed.ts'
import { showRefusal } from '#app/identity/form-refusal.ts'
import { SendVerification } from '#app/identity/send-verification.tsx'
import { useSession } from '#app/identity/session.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { keyOf, readOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { toast } from '#app/ui/toast.ts'
import { ProfileApiKeys } from '#app/users/profile-api-keys.tsx'
import { ProfileSessions } from '#app/users/profile-sessions.tsx'
import { profileWords as words } from '#app/words/profile.ts'

export const meta = pageMeta(words.title)

/** What a person has told the shop about themselves, and the form to change it. Specification section 2, "Profile". */
export default function Profile() {
  const { identity } = useSession()
  const email = identity?.email ?? ''
  const { data: profile, error, isFetching, refetch } = useQuery(readOf(userCalls.profile, { params: { email } }))

  return (
    <section className="grid gap-6">
      <h2 className="text-xl">{words.title}</h2>
      <VerificationReminder />
      {profile && (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <ProfilePanel profile={profile} />
          <Panel>
            <ProfileForm profile={profile} />
          </Panel>
        </div>
      )}
      {!profile && error && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!profile && !error && <Spinner />}
      <ProfileApiKeys />
      <ProfileSessions />
    </section>
  )
}

/** Shopping needs no confirmed address, so this only reminds; where it cannot be known it keeps still. */
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
    <Panel>
      <dl className="grid gap-4">
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

const required = (message: string, limit: number) => ({
  validate: (text: string) => text.trim() !== '' || message,
  maxLength: { value: limit, message: messages.tooLong(limit) },
})

function ProfileForm({ profile }: { profile: User }) {
  const { identity, renamed } = useSession()
  const queries = useQueryClient()
  const { register, handleSubmit, setError, reset, formState } = useForm<Form>({ defaultValues: formOf(profile) })
  const { errors } = formState

  const update = useMutation({
    mutationFn: ({ email, body }: { email: string; body: ProfileUpdate }) => callApi(userCalls.updateProfile, { params: { email }, body }),
    onSuccess: async ({ matchedCount, modifiedCount }, { body }) => {
      if (matchedCount < 1) {
        toast.error(messages.tryAgainLater)
        return
      }
      if (modifiedCount > 0) toast.success(messages.profileUpdated)
      else toast.info(messages.profileUnchanged)
      const displayName = body.displayName || profile.displayName
      reset({ ...body, displayName })
      renamed(displayName)
      await queries.invalidateQueries({ queryKey: keyOf(userCalls.profile) })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'SIGN_IN_NEEDED') toast.error(messages.noUser)
      else if (showRefusal<Form>(error, fieldsOfForm, setError)) toast.error(failureText(error))
    },
  })

  const save = handleSubmit(({ displayName, phone, education, address }) => {
    if (!identity) {
      toast.error(messages.noUser)
      return
    }
    const body = { displayName: displayName.trim(), phone: phone.trim(), education: education.trim(), address: address.trim() }
    update.mutate({ email: identity.email, body })
  })

  return (
    <form method="post" noValidate onSubmit={(event) => void save(event)} className="grid gap-5">
      <TextField
        label={words.name}
        placeholder={profile.displayName}
        autoComplete="name"
        error={errors.displayName?.message}
        {...register('displayName', {
          maxLength: { value: TEXT_LIMITS.name, message: messages.tooLong(TEXT_LIMITS.name) },
        })}
      />
      <TextField label={words.email} type="email" value={profile.email} disabled readOnly />
      <TextField
        label={words.phone}
        type="tel"
        autoComplete="tel"
        error={errors.phone?.message}
        {...register('phone', required(messages.phoneRequired, TEXT_LIMITS.phone))}
      />
      <TextField
        label={words.education}
        error={errors.education?.message}
        {...register('education', required(messages.educationRequired, TEXT_LIMITS.education))}
      />
      <TextArea
        label={words.address}
        rows={3}
        autoComplete="street-address"
        error={errors.address?.message}
        {...register('address', required(messages.addressRequired, TEXT_LIMITS.address))}
      />
      <Button type="submit" busy={update.isPending}>
        {words.update}
      </Button>
    </form>
  )
}

const fieldsOfForm = { displayName: 'displayName', phone: 'phone', education: 'education', address: 'address' } as const

import { useLocation, useRevalidator, type ClientLoaderFunctionArgs, type MetaArgs } from 'react-router'
import { identityCalls } from '#contract/people/identity.ts'
import { messages } from '#contract/basics/messages.ts'
import { ApiError, sentenceOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { AccountPage } from '#app/identity/account-page.tsx'
import { keepAddressPrivate } from '#app/identity/keep-address-private.ts'
import { loginStateAt } from '#app/identity/return-path.ts'
import { SendVerification } from '#app/identity/send-verification.tsx'
import { useSession } from '#app/identity/session.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { controlWords } from '#app/words/controls.ts'
import { verifyEmailWords as words } from '#app/words/verify-email.ts'

export const meta = (args: MetaArgs) => [...pageMeta(words.title)(args), keepAddressPrivate]

type Outcome = { kind: 'verified' | 'expired' | 'signInNeeded' } | { kind: 'failed'; sentence: string }

/**
 * Confirms the address, in the browser and once for each time the page is opened: programs that look at the links of a
 * mail run no script, and so confirm nothing.
 */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Outcome> {
  const token = new URL(request.url).searchParams.get('token')
  if (!token) return { kind: 'expired' }
  try {
    await callApi(identityCalls.verifyEmail, { body: { token } })
    return { kind: 'verified' }
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined
    if (code === 'LINK_EXPIRED' || code === 'INVALID_INPUT') return { kind: 'expired' }
    if (code === 'SIGN_IN_NEEDED') return { kind: 'signInNeeded' }
    return { kind: 'failed', sentence: sentenceOf(error) }
  }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return (
    <AccountPage title={words.title}>
      <Spinner />
    </AccountPage>
  )
}

/** Where the verification mail's link leads. */
export default function VerifyEmail({ loaderData }: { loaderData: Outcome }) {
  return (
    <AccountPage title={words.title}>
      {loaderData.kind === 'verified' && <Verified />}
      {loaderData.kind === 'expired' && <Expired />}
      {loaderData.kind === 'signInNeeded' && <SignInFirst />}
      {loaderData.kind === 'failed' && <Failed sentence={loaderData.sentence} />}
    </AccountPage>
  )
}

function Verified() {
  return (
    <>
      <Notice tone="success">{words.verified}</Notice>
      <ButtonLink to={paths.inventory}>{words.allParts}</ButtonLink>
    </>
  )
}

function Expired() {
  const { status } = useSession()
  return (
    <>
      <Notice tone="danger">{messages.linkExpired}</Notice>
      {status === 'signedIn' ? (
        <SendVerification />
      ) : (
        // The profile offers another mail to those whose address is not confirmed.
        <ButtonLink to={paths.login} state={{ from: paths.profile }}>
          {words.login}
        </ButtonLink>
      )}
    </>
  )
}

/** The link may be opened by a person whose address another person has registered. */
function SignInFirst() {
  const location = useLocation()
  const { status, signOut } = useSession()
  return (
    <>
      <Notice>{words.signInFirst}</Notice>
      <div className="grid gap-2 text-soft">
        <p>{words.notRegistered}</p>
        <p>{words.makeItYours}</p>
      </div>
      {status === 'signedIn' ? (
        <Button onClick={() => void signOut()}>{words.otherAccount}</Button>
      ) : (
        <ButtonLink to={paths.login} state={loginStateAt(location)}>
          {words.login}
        </ButtonLink>
      )}
    </>
  )
}

function Failed({ sentence }: { sentence: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <Notice tone="danger">
        {words.notVerified} {sentence}
      </Notice>
      <Button busy={state === 'loading'} onClick={() => void revalidate()}>
        {controlWords.tryAgain}
      </Button>
    </>
  )
}

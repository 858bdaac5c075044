import { useState } from 'react'
import { Navigate, useSearchParams, type MetaArgs } from 'react-router'
import { identityCalls } from '#contract/people/identity.ts'
import { ApiError, sentenceOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { AccountPage } from '#app/identity/account-page.tsx'
import { useHydrated } from '#app/identity/hydrated.ts'
import { keepAddressPrivate } from '#app/identity/keep-address-private.ts'
import { useSession } from '#app/identity/session.tsx'
import { signInWith } from '#app/identity/sign-in.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { signInLinkWords as words } from '#app/words/sign-in-link.ts'

export const meta = (args: MetaArgs) => [...pageMeta(words.title)(args), keepAddressPrivate]

/**
 * Where the mail about a locked account leads. The link is used up by a press of the button: programs that open the links
 * of a mail to look at them press none.
 */
export default function SignInLink() {
  const isHydrated = useHydrated()
  const [search] = useSearchParams()
  const { status } = useSession()
  const [isExpired, setExpired] = useState(false)
  const token = search.get('token') ?? ''
  if (status === 'signedIn') return <Navigate to={paths.dashboard} replace />

  return (
    <AccountPage title={words.title}>
      {isExpired || (isHydrated && token === '') ? <Expired /> : <UseLink token={token} onExpired={() => setExpired(true)} />}
    </AccountPage>
  )
}

function UseLink({ token, onExpired }: { token: string; onExpired: () => void }) {
  const isHydrated = useHydrated()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function signIn() {
    setFailure(undefined)
    setBusy(true)
    try {
      await signInWith(() => callApi(identityCalls.signInWithLink, { body: { token } }))
    } catch (error) {
      const isTokenRefused = error instanceof ApiError && (error.code === 'LINK_EXPIRED' || error.fields?.[0]?.field === 'token')
      if (isTokenRefused) onExpired()
      else setFailure(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <p>{words.lead}</p>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Button busy={isBusy} disabled={!isHydrated} onClick={() => void signIn()}>
        {words.signIn}
      </Button>
    </>
  )
}

function Expired() {
  return (
    <>
      <Notice tone="danger">{words.expired}</Notice>
      <p>{words.otherWays}</p>
      <ButtonLink to={paths.login}>{words.login}</ButtonLink>
    </>
  )
}

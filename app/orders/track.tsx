import { Suspense } from 'react'
import { useParams, type MetaArgs } from 'react-router'
import { useHydrated } from '#app/identity/hydrated.ts'
import { keepAddressPrivate } from '#app/identity/keep-address-private.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Spinner } from '#app/ui/spinner.tsx'

/** Loaded separately, so that the route table, which is part of every page, names few of its files. */
const Screen = lazyPart(async () => (await import('#app/parcels/track-screen.tsx')).TrackScreen)

const titleMeta = pageMeta('Track an order')

/** The URL is a secret: `noindex`, and no Referer. */
export const meta = (args: MetaArgs) => [...titleMeta(args), keepAddressPrivate]

/** The parcels of an order, for everyone with the link of a mail. */
export default function Track() {
  const { secret = '' } = useParams()
  // The server renders one page for all tokens and does not get them.
  const isHydrated = useHydrated()
  const waiting = (
    <div className="shell py-10">
      <Spinner />
    </div>
  )
  return isHydrated ? (
    <Suspense fallback={waiting}>
      <Screen token={secret} />
    </Suspense>
  ) : (
    waiting
  )
}

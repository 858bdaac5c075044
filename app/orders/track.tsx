import { useParams, type MetaArgs } from 'react-router'
import { useHydrated } from '#app/identity/hydrated.ts'
import { keepAddressPrivate } from '#app/identity/keep-address-private.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { TrackScreen } from '#app/parcels/track-screen.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

const titleMeta = pageMeta('Track an order')

/** The URL is a secret: `noindex`, and no Referer. */
export const meta = (args: MetaArgs) => [...titleMeta(args), keepAddressPrivate]

/** The parcels of an order, for everyone with the link of a mail. */
export default function Track() {
  const { secret = '' } = useParams()
  // The server renders one page for all tokens and does not get them.
  const isHydrated = useHydrated()
  return isHydrated ? (
    <TrackScreen token={secret} />
  ) : (
    <div className="shell py-10">
      <Spinner />
    </div>
  )
}

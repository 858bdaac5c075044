import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { formatCount } from '#contract/basics/figures.ts'
import { freightText } from '#contract/freight/freight-text.ts'
import { parcelCalls, type Tracking } from '#contract/orders/parcels.ts'
import { ApiError } from '#app/api/api-error.ts'
import { isUnknown, Loading } from '#app/ui/failure.tsx'
import { SoldByPanel } from '#app/layout/sold-by.tsx'
import { StageFact } from '#app/orders/set-stage.tsx'
import { PromisedDay } from '#app/orders/ship-by.tsx'
import { paths } from '#app/paths.ts'
import { queryClient, readOf } from '#app/api/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Page } from '#app/ui/page.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { freightWords } from '#app/words/freight.ts'
import { parcelWords as words } from '#app/words/parcels.ts'
import { ParcelFacts } from './parcel-facts.tsx'

/** The screen of a tracking link. */
export function TrackScreen({ token }: { token: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <TrackedOrder token={token} />
    </QueryClientProvider>
  )
}

function TrackedOrder({ token }: { token: string }) {
  const tracking = useQuery(readOf(parcelCalls.track, { params: { token } }))
  if (tracking.data) return <TrackingPage tracking={tracking.data} />
  if (isUnknown(tracking.error) || (tracking.error instanceof ApiError && tracking.error.code === 'LINK_EXPIRED')) {
    return (
      <Page title={words.linkEnded} lead={words.linkEndedReason}>
        <ButtonLink to={paths.dashboard}>{words.toMyOrders}</ButtonLink>
      </Page>
    )
  }
  return (
    <div className="shell py-10">
      <Loading query={tracking} />
    </div>
  )
}

function TrackingPage({ tracking }: { tracking: Tracking }) {
  const { number, name, orderQuantity, withdrawnPieces = 0, shipBy, stage, freight, parcels } = tracking
  return (
    <Page title={words.trackOrder(number)} lead={stateOf(orderQuantity - withdrawnPieces, parcels)}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Panel>
          <h2 className="mb-2 text-lg wrap-anywhere">{name}</h2>
          <Facts>
            <Fact title={words.ordered}>{words.pieces(formatCount(orderQuantity))}</Fact>
            {withdrawnPieces > 0 && <Fact title={words.withdrawn}>{words.pieces(formatCount(withdrawnPieces))}</Fact>}
            {shipBy && <PromisedDay day={shipBy} />}
            <StageFact order={{ ...(stage && { stage }) }} />
            {freight && <Fact title={freightWords.freight}>{freightText(freight)}</Fact>}
          </Facts>
        </Panel>
        <Panel>
          <h2 className="mb-2 text-lg">{words.title}</h2>
          <ul aria-label={words.title}>
            {parcels.map((parcel) => (
              <li key={`${parcel.sentAt} ${parcel.pieces} ${parcel.trackingNumber}`} className="grid gap-1 border-t border-line py-3">
                <ParcelFacts parcel={parcel} />
              </li>
            ))}
          </ul>
        </Panel>
        <SoldByPanel />
      </div>
    </Page>
  )
}

function stateOf(toSend: number, parcels: Tracking['parcels']): string {
  const sent = parcels.reduce((sum, { pieces }) => sum + pieces, 0)
  if (sent < toSend) return words.partOnTheWay(formatCount(sent), formatCount(toSend))
  return parcels.every(({ deliveredAt }) => deliveredAt) ? words.allDelivered : words.allOnTheirWay
}

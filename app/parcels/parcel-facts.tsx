import type { ReactNode } from 'react'
import { carriedBy } from '#contract/orders/carriers.ts'
import { formatCount } from '#contract/basics/figures.ts'
import type { Parcel } from '#contract/orders/parcels.ts'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Status } from '#app/ui/status.tsx'
import { Time } from '#app/ui/time.tsx'
import { parcelWords as words } from '#app/words/parcels.ts'

type ShownParcel = Omit<Parcel, '_id' | 'orderId'>

/** A parcel in a list: its pieces, where it is followed, and its times. */
export function ParcelFacts({ parcel, children }: { parcel: ShownParcel; children?: ReactNode }) {
  const { pieces, sentAt, deliveredAt } = parcel
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5">
        <p className="font-semibold figures">{words.pieces(formatCount(pieces))}</p>
        <Status tone={deliveredAt ? 'success' : 'warning'}>{deliveredAt ? words.delivered : words.onItsWay}</Status>
        <Carried parcel={parcel} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1">
        <p className="flex flex-wrap gap-x-5 text-soft">
          <span className="whitespace-nowrap">
            {words.sent} <Time value={sentAt} />
          </span>
          {deliveredAt && (
            <span className="whitespace-nowrap">
              {words.delivered} <Time value={deliveredAt} />
            </span>
          )}
        </p>
        {children}
      </div>
    </>
  )
}

/** Carrier and number; the number leads to the carrier. */
function Carried({ parcel: { carrier, carrierName, trackingNumber, link } }: { parcel: ShownParcel }) {
  if (!trackingNumber) return <p className="text-soft">{carriedBy({ carrier, trackingNumber }) || words.noTracking}</p>
  return (
    <p className="flex flex-wrap items-center gap-x-5 figures">
      <span>{carrierName}</span>
      {link ? (
        <a href={link} target="_blank" rel="noreferrer" className="link wrap-anywhere">
          {trackingNumber}
        </a>
      ) : (
        <span className="wrap-anywhere">{trackingNumber}</span>
      )}
      <CopyButton text={trackingNumber} label={words.copyNumber(trackingNumber)} />
    </p>
  )
}

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#contract/basics/figures.ts'
import { leftToSend, orderCan, type Order } from '#contract/orders/orders.ts'
import { parcelCalls, type Parcel } from '#contract/orders/parcels.ts'
import { Loading } from '#app/ui/failure.tsx'
import { useMay } from '#app/identity/may.tsx'
import { CorrectParcel } from '#app/parcels/correct-parcel.tsx'
import { DeliverParcel } from '#app/parcels/deliver-parcel.tsx'
import { ParcelFacts } from '#app/parcels/parcel-facts.tsx'
import { ShipQuestion } from '#app/parcels/ship-question.tsx'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { parcelWords as words } from '#app/words/parcels.ts'

/** The parcels of an order, oldest first, and for admins the sending of the rest. Nothing before an order can be sent. */
export function OrderParcels({ order }: { order: Order }) {
  const may = useMay()
  const [asks, setAsks] = useState(false)
  const isSent = order.parceledPieces > 0
  const maySend = may(parcelCalls.send) && orderCan.ship(order)
  const parcels = useQuery({ ...readOf(parcelCalls.ofOrder, { params: { id: order._id } }), enabled: isSent })

  if (!isSent && !maySend) return null
  return (
    <Panel>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-base font-semibold">{words.title}</h3>
        {maySend && (
          <Button variant="secondary" onClick={() => setAsks(true)}>
            {words.send}
          </Button>
        )}
      </div>
      {!isSent && <p className="text-soft">{words.none}</p>}
      {isSent &&
        (parcels.data ? (
          <ParcelList parcels={parcels.data.parcels} mayChange={may(parcelCalls.correct)} />
        ) : (
          <Loading query={parcels} skeleton={<Skeleton rows={2} />} />
        ))}
      {isSent && maySend && (
        <p className="border-t border-line pt-4 text-soft figures">
          {words.left(formatCount(leftToSend(order)), formatCount(order.orderQuantity))}
        </p>
      )}
      {asks && <ShipQuestion order={order} question={words.sendQuestion(order.number)} onClose={() => setAsks(false)} />}
    </Panel>
  )
}

function ParcelList({ parcels, mayChange }: { parcels: Parcel[]; mayChange: boolean }) {
  return (
    <ul aria-label={words.title}>
      {parcels.map((parcel) => (
        <li key={parcel._id} className="grid gap-1 border-t border-line py-3">
          <ParcelFacts parcel={parcel}>
            {mayChange && (
              <div className="flex flex-wrap gap-2">
                <CorrectParcel parcel={parcel} />
                {!parcel.deliveredAt && <DeliverParcel parcel={parcel} />}
              </div>
            )}
          </ParcelFacts>
        </li>
      ))}
    </ul>
  )
}

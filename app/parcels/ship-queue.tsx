import { Link } from 'react-router'
import { weekdayText } from '#contract/basics/day-text.ts'
import { formatCount } from '#contract/basics/figures.ts'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { leftToSend, orderCalls, type Order } from '#contract/orders/orders.ts'
import { stageText } from '#contract/orders/stage-text.ts'
import { wishedText } from '#contract/promises/promise-text.ts'
import { Loading } from '#app/ui/failure.tsx'
import { OrderAndBuyer } from '#app/orders/ship-orders.tsx'
import { ExportPapers, useGoesAbroad } from '#app/parcels/export-papers.tsx'
import { isMade } from '#app/orders/set-stages.tsx'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useList } from '#app/ui/list-screen.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { TableSkeleton } from '#app/ui/table-skeleton.tsx'
import { orderWords } from '#app/words/order.ts'
import { parcelWords } from '#app/words/parcels.ts'
import { shipDayWords } from '#app/words/ship-day.ts'
import { stageWords } from '#app/words/stages.ts'
import { shippingPaperWords as words } from '#app/words/shipping-papers.ts'

/** The orders that wait to be shipped, those that are due first; `onShip` asks about one whose slip is not at hand. */
export function ShipQueue({ onShip }: { onShip: (order: Order) => void }) {
  const list = useList(orderCalls.all, { query: { page: 0, size: ORDERS_PAGE_SIZE, state: 'paid', dueFirst: true } })
  const { data: counts } = useList(orderCalls.countByState, { query: {} })
  const orders = list.data
  const goesAbroad = useGoesAbroad()
  const columns = columnsOf(onShip, goesAbroad)
  const more = orders && counts ? counts.paid - orders.length : 0
  return (
    <section className="grid min-w-0 grid-cols-1 gap-2">
      <h3 className="text-base font-semibold">{counts ? words.queue(formatCount(counts.paid)) : words.toShip}</h3>
      {!orders && <Loading query={list} skeleton={<TableSkeleton columns={columns} rows={5} />} />}
      {orders?.length === 0 && <EmptyState title={words.queueEmpty} />}
      {orders && orders.length > 0 && <Table caption={words.toShip} columns={columns} rows={orders} rowKey={({ _id }) => _id} />}
      {orders?.some(isMade) && (
        <Link to={dashboardPaths.stages} className="link">
          {stageWords.list}
        </Link>
      )}
      {more > 0 && (
        <Link to={`${paths.allOrder}?state=paid`} className="link">
          {words.moreToShip(formatCount(more))}
        </Link>
      )}
    </section>
  )
}

function ShipsBy({ order: { shipBy, wishedOn, release, stage } }: { order: Order }) {
  return (
    <>
      {shipBy && weekdayText(shipBy)}
      {wishedOn && <span className="block text-soft">{orderWords.wishedFor(wishedText(wishedOn, release))}</span>}
      {stage && <span className="block text-soft">{stageText(stage)}</span>}
    </>
  )
}

const columnsOf = (onShip: (order: Order) => void, goesAbroad: (order: Order) => boolean): Column<Order>[] => [
  { title: parcelWords.orderField, card: 'name', fills: true, cell: (order) => <OrderAndBuyer order={order} /> },
  { title: shipDayWords.shipsBy, cell: (order) => <ShipsBy order={order} /> },
  { title: parcelWords.piecesLeft, align: 'end', cell: (order) => formatCount(leftToSend(order)) },
  {
    title: words.scanTitle,
    card: 'action',
    screenOnly: true,
    cell: (order) => (
      <span className="flex flex-wrap gap-2">
        <Button variant="secondary" aria-label={words.shipOf(order.number)} onClick={() => onShip(order)}>
          {words.scanTitle}
        </Button>
        {goesAbroad(order) && <ExportPapers source={{ orders: [order._id] }} name={order.number} />}
      </span>
    ),
  },
]

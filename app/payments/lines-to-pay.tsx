import { formatAmount, formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { dueOf } from '#contract/payments/tax.ts'
import type { Order } from '#contract/orders/orders.ts'
import { imageAtWidth } from '#contract/parts/images.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { paths } from '#app/paths.ts'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { freightWords } from '#app/words/freight.ts'
import { orderWords } from '#app/words/order.ts'
import { paymentWords as words } from '#app/words/payment.ts'
import { taxWords } from '#app/words/tax.ts'

/** The part of an order with its picture: name, pieces, where it goes. */
export function PartToPay({ order }: { order: Order }) {
  return (
    <Panel className="grid gap-4">
      <div className="flex items-start gap-5">
        <img
          src={imageAtWidth(order.img, 480)}
          alt={order.name}
          width="240"
          height="180"
          className="aspect-4/3 w-28 rounded-box object-cover lg:w-40"
        />
        <div className="figures min-w-0">
          <p className="text-lg font-semibold wrap-anywhere">{order.name}</p>
          <p className="text-soft figures">{words.order(order.number)}</p>
          <p className="text-soft">{words.pieces(order.orderQuantity)}</p>
        </div>
      </div>
      <Facts>
        <Fact title={orderWords.unitPrice}>{formatUnitPrice(order.price)}</Fact>
        <Fact title={orderWords.shipTo}>{order.address.split('\n').join(', ')}</Fact>
        {order.reference !== '' && <Fact title={orderWords.reference}>{order.reference}</Fact>}
      </Facts>
    </Panel>
  )
}

/** Every order of a group, as they are paid together; once they are paid, each leads to its page. */
export function GroupToPay({ group: { quoteNumber, orders, paid, freight, tax } }: { group: OrderGroup }) {
  return (
    <div className="grid min-w-0 gap-3">
      <div>
        <h3 className="text-lg font-semibold">{words.group(quoteNumber)}</h3>
        <p className="text-soft">{words.groupNote(orders.length)}</p>
      </div>
      <Table
        caption={words.group(quoteNumber)}
        columns={columns.filter(({ title }) => (tax || title !== TAX) && (freight || title !== freightWords.freight))}
        rows={orders}
        rowKey={({ _id }) => _id}
        {...(paid && { href: ({ _id }: Order) => paths.order(_id) })}
      />
    </div>
  )
}

const TAX = taxWords.tax(0)

const columns: Column<Order>[] = [
  { title: words.orderColumn, card: 'plain', cell: (order) => order.number },
  { title: orderWords.part, card: 'name', multiline: true, cell: (order) => order.name },
  { title: orderWords.pieces, align: 'end', cell: (order) => formatCount(order.orderQuantity) },
  { title: orderWords.unitPrice, align: 'end', cell: (order) => formatUnitPrice(order.price) },
  { title: freightWords.freight, align: 'end', cell: ({ freight }) => formatAmount(freight?.amount ?? 0) },
  { title: TAX, align: 'end', cell: (order) => formatAmount(order.tax?.total ?? 0) },
  { title: orderWords.total, align: 'end', cell: (order) => formatAmount(dueOf(order)) },
]

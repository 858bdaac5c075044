import { Value } from 'typebox/value'
import { MAXIMUM_ORDERED_LINES, TEXT_LIMITS } from '#contract/basics/limits.ts'
import { ShipTo } from '#contract/orders/ship-to.ts'
import { startOf } from '#contract/basics/start-of.ts'
import { readLineReference } from '../cart.ts'
import { attribute, below, child, children, textOf, type Node } from './read-xml.ts'
import { CxmlRefusal } from './refusal.ts'

/** An item of a purchase order. `price` is for `basis` pieces; null where the order has none. */
export type OrderedItem = {
  reference: NonNullable<ReturnType<typeof readLineReference>>
  partNumber: string
  quantity: number
  price: number | null
  basis: number
  currency: string
  shipTo: ShipTo | undefined
}

/** A purchase order. `total` is null where it has none. */
export type PurchaseOrder = {
  orderId: string
  items: OrderedItem[]
  total: number | null
  currency: string
  shipTo: ShipTo | undefined
}

/**
 * Reads an OrderRequest. Source: cXML User's Guide, 'OrderRequest'.
 * @throws CxmlRefusal 450 for an order that changes or deletes another; 400 for what is missing or wrong.
 */
export function readOrder(request: Node): PurchaseOrder {
  const order = child(request, 'OrderRequest')
  const header = child(order, 'OrderRequestHeader')
  const type = attribute(header, 'type') || 'new'
  if (type !== 'new') throw new CxmlRefusal(450, 'The shop takes new orders alone. Change or cancel an order in the shop, or write to us.')
  const orderId = attribute(header, 'orderID')
  if (orderId === '' || orderId.length > TEXT_LIMITS.reference) {
    throw new CxmlRefusal(400, `orderID has to have 1 to ${TEXT_LIMITS.reference} characters.`)
  }
  const items = children(order, 'ItemOut')
  if (items.length === 0) throw new CxmlRefusal(400, 'The order has no items.')
  if (items.length > MAXIMUM_ORDERED_LINES) throw new CxmlRefusal(400, `An order has at most ${MAXIMUM_ORDERED_LINES} items.`)
  const total = below(header, 'Total', 'Money')
  return {
    orderId,
    items: items.map(readItem),
    total: total === undefined ? null : readNumber(textOf(total), 'Total'),
    currency: currencyOf(total),
    shipTo: readShipTo(child(header, 'ShipTo'), header),
  }
}

function readItem(item: Node, index: number): OrderedItem {
  const place = `Item ${index + 1}`
  const reference = readLineReference(textOf(item, 'ItemID', 'SupplierPartAuxiliaryID'))
  if (!reference) throw new CxmlRefusal(400, `${place}: SupplierPartAuxiliaryID has to be that of the cart, such as Q-000123/1/1.`)
  const money = below(item, 'ItemDetail', 'UnitPrice', 'Money')
  const basis = attribute(below(item, 'ItemDetail', 'PriceBasisQuantity'), 'quantity')
  return {
    reference,
    partNumber: textOf(item, 'ItemID', 'SupplierPartID'),
    quantity: readNumber(attribute(item, 'quantity'), `${place}: quantity`),
    price: money === undefined ? null : readNumber(textOf(money), `${place}: UnitPrice`),
    basis: basis === '' ? 1 : readNumber(basis, `${place}: PriceBasisQuantity`),
    currency: currencyOf(money),
    shipTo: readShipTo(child(item, 'ShipTo'), item),
  }
}

const currencyOf = (money: Node) => attribute(money, 'currency').toUpperCase() || 'USD'

function readNumber(text: string, what: string): number {
  if (!/^\d{1,15}(?:\.\d{1,10})?$/.test(text)) throw new CxmlRefusal(400, `${what} is not a number.`)
  return Number(text)
}

/** An address in the shop's format; undefined without one. */
function readShipTo(node: Node, around: Node): ShipTo | undefined {
  const address = child(node, 'Address')
  if (address === undefined) return undefined
  const postal = child(address, 'PostalAddress')
  const company = textOf(address, 'Name')
  const [person = ''] = children(postal, 'DeliverTo').map((one) => textOf(one))
  const [city, state] = [textOf(postal, 'City'), textOf(postal, 'State')]
  const shipTo = {
    name: startOf(person || company, TEXT_LIMITS.name),
    company: person === '' ? '' : startOf(company, TEXT_LIMITS.name),
    street: startOf(
      children(postal, 'Street')
        .map((one) => textOf(one))
        .filter(Boolean)
        .join(', '),
      TEXT_LIMITS.street,
    ),
    city: startOf(city, TEXT_LIMITS.city),
    ...(state !== '' && { state: startOf(state, TEXT_LIMITS.state) }),
    postalCode: startOf(textOf(postal, 'PostalCode'), TEXT_LIMITS.postalCode),
    country: attribute(child(postal, 'Country'), 'isoCountryCode').toUpperCase(),
    phone: startOf(phoneOf(address) || phoneOf(child(around, 'Contact')), TEXT_LIMITS.phone),
  }
  if (!Value.Check(ShipTo, shipTo)) throw new CxmlRefusal(400, 'ShipTo needs a name, a street, a city and the ISO code of a country.')
  return shipTo
}

/** Such as '+49 30 1234567'. */
function phoneOf(node: Node): string {
  const number = below(node, 'Phone', 'TelephoneNumber')
  const country = textOf(number, 'CountryCode').replace(/^\+/, '')
  return [country && `+${country}`, textOf(number, 'AreaOrCityCode'), textOf(number, 'Number')].filter(Boolean).join(' ')
}

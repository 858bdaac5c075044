import { countryCodes } from '#contract/basics/countries.ts'
import { MAXIMUM_ORDERED_LINES, TEXT_LIMITS } from '#contract/basics/limits.ts'
import type { CalendarDay } from '#contract/basics/fields.ts'
import type { ShipTo } from '#contract/orders/ship-to.ts'
import { isDay } from '#readers/values/days.ts'
import { Refusal } from '#readers/refusal.ts'
import { readNumber, within } from './fields.ts'
import { attribute, below, children, malformed, textOf, type XmlElement } from './read-xml.ts'

/**
 * An item of a purchase order. `price` is for `basis` pieces; null where the order has none. `reference` is what the shop named its line of
 * the cart.
 */
export type OrderedItem = {
  reference: string
  partNumber: string
  quantity: number
  price: number | null
  basis: number
  currency: string
  shipTo: ShipTo | undefined
  freight: StatedMoney | null
  /** What people have to read, of the order and of the item; may be empty. */
  note: string
  /** The day of its delivery; null without one, for what is no day, and where several deliveries have their own. `note` has them as they were said. */
  wishedOn: CalendarDay | null
  /** The buyer's number of the line, or its place from 1 on. */
  lineNumber: number
}

export type StatedMoney = { amount: number; currency: string }

/** A purchase order. `total` and `freight`, which is that of all items, are null where it has none. */
export type PurchaseOrder = {
  kind: 'order'
  orderId: string
  items: OrderedItem[]
  total: number | null
  currency: string
  shipTo: ShipTo | undefined
  freight: StatedMoney | null
}

/**
 * Reads an OrderRequest. Source: cXML User's Guide, 'OrderRequest'.
 * @throws Refusal 'not-taken' for an order that changes or deletes another; 'malformed' for what is missing, wrong or too long.
 */
export function readOrder(order: XmlElement): PurchaseOrder {
  const header = below(order, 'OrderRequestHeader')
  const type = attribute(header, 'type').toLowerCase() || 'new'
  if (type !== 'new') {
    throw new Refusal('not-taken', { sentence: 'The shop takes new orders alone. Change or cancel an order in the shop, or write to us.' })
  }
  const orderId = attribute(header, 'orderID')
  if (orderId === '' || orderId.length > TEXT_LIMITS.reference) {
    throw malformed(`orderID has to have 1 to ${TEXT_LIMITS.reference} characters.`)
  }
  const items = children(order, 'ItemOut')
  if (items.length === 0) throw malformed('The order has no items.')
  if (items.length > MAXIMUM_ORDERED_LINES) throw malformed(`An order has at most ${MAXIMUM_ORDERED_LINES} items.`)
  const total = below(header, 'Total', 'Money')
  const note = readNote(header)
  return {
    kind: 'order',
    orderId,
    items: items.map((item, index) => ({
      ...readItem(item, `Item ${index + 1}`, note, header),
      lineNumber: lineNumberOf(item) ?? index + 1,
    })),
    total: total === undefined ? null : readNumber(textOf(total), 'Total'),
    currency: currencyOf(total, 'Total'),
    shipTo: readShipTo(header, 'ShipTo'),
    freight: readFreight(header, 'Shipping'),
  }
}

function lineNumberOf(item: XmlElement): number | undefined {
  const number = attribute(item, 'lineNumber').trim()
  return /^\d{1,9}$/.test(number) ? Number(number) : undefined
}

function readItem(item: XmlElement, place: string, noteOfAll: string, header: XmlElement | undefined): Omit<OrderedItem, 'lineNumber'> {
  const money = below(item, 'ItemDetail', 'UnitPrice', 'Money')
  const basis = attribute(below(item, 'ItemDetail', 'PriceBasisQuantity'), 'quantity')
  return {
    reference: textOf(item, 'ItemID', 'SupplierPartAuxiliaryID'),
    partNumber: within(textOf(item, 'ItemID', 'SupplierPartID'), TEXT_LIMITS.partNumber, `${place}: SupplierPartID`),
    quantity: readNumber(attribute(item, 'quantity'), `${place}: quantity`),
    price: money === undefined ? null : readNumber(textOf(money), `${place}: UnitPrice`),
    basis: basis === '' ? 1 : readNumber(basis, `${place}: PriceBasisQuantity`),
    currency: currencyOf(money, place),
    shipTo: readShipTo(item, `${place}: ShipTo`),
    freight: readFreight(item, `${place}: Shipping`),
    note: within(
      [noteOfAll, readNote(item)].filter(Boolean).join('\n'),
      TEXT_LIMITS.orderMessage,
      `${place}: Comments with those of the order`,
    ),
    wishedOn: wishedDayOf(item, header),
  }
}

const currencyOf = (money: XmlElement | undefined, place: string) =>
  within(attribute(money, 'currency').toUpperCase() || 'USD', 3, `${place}: currency`)

function readFreight(around: XmlElement | undefined, place: string): StatedMoney | null {
  const money = below(around, 'Shipping', 'Money')
  return money === undefined ? null : { amount: readNumber(textOf(money), place), currency: currencyOf(money, place) }
}

/**
 * What the order or an item says beyond the shop's fields: the day of its delivery, further lines of its recipient, and comments.
 * They are kept as text, as they were said.
 */
function readNote(around: XmlElement | undefined): string {
  const [, ...deliverTo] = recipientsOf(below(around, 'ShipTo', 'Address'))
  const days = [around, ...children(around, 'ScheduleLine')].flatMap((one) => {
    const [day, pieces] = [attribute(one, 'requestedDeliveryDate'), one === around ? '' : attribute(one, 'quantity')]
    return day === '' ? [] : [`Requested delivery: ${day}${pieces && ` (${pieces} pieces)`}`]
  })
  return [
    ...days,
    ...deliverTo.map((line) => `Deliver to: ${line}`),
    ...children(around, 'Comments').map(({ text }) => text.replace(/[^\P{Cc}\n\t]/gu, ' ').trim()),
  ]
    .filter(Boolean)
    .join('\n')
}

/** Of an item, or else of the order; none where an item has several deliveries. */
function wishedDayOf(item: XmlElement, header: XmlElement | undefined): CalendarDay | null {
  const [first, ...others] = children(item, 'ScheduleLine')
  return readWishedDay(item) ?? (others.length > 0 ? null : readWishedDay(first ?? header))
}

/** The day of '2026-12-08T00:00:00-05:00', as it was said there; null for what is no day. */
function readWishedDay(around: XmlElement | undefined): CalendarDay | null {
  const day = attribute(around, 'requestedDeliveryDate').slice(0, 10)
  return isDay(day) ? day : null
}

const recipientsOf = (address: XmlElement | undefined): string[] =>
  children(below(address, 'PostalAddress'), 'DeliverTo')
    .map((one) => textOf(one))
    .filter(Boolean)

/** An address in the shop's format; undefined without one. */
function readShipTo(around: XmlElement | undefined, place: string): ShipTo | undefined {
  const address = below(around, 'ShipTo', 'Address')
  if (address === undefined) return undefined
  const postal = below(address, 'PostalAddress')
  const company = within(textOf(address, 'Name'), TEXT_LIMITS.name, `${place}: Name`)
  const [person = ''] = recipientsOf(address)
  const streets = children(postal, 'Street').map((one) => textOf(one))
  const field = (name: 'City' | 'State' | 'PostalCode', length: number) => within(textOf(postal, name), length, `${place}: ${name}`)
  const state = field('State', TEXT_LIMITS.state)
  const shipTo = {
    name: within(person || company, TEXT_LIMITS.name, `${place}: DeliverTo`),
    company: person === '' ? '' : company,
    street: within(streets.filter(Boolean).join(', '), TEXT_LIMITS.street, `${place}: Street`),
    city: field('City', TEXT_LIMITS.city),
    ...(state !== '' && { state }),
    postalCode: field('PostalCode', TEXT_LIMITS.postalCode),
    country: attribute(below(postal, 'Country'), 'isoCountryCode').toUpperCase(),
    phone: within(phoneOf(address) || phoneOf(below(around, 'Contact')), TEXT_LIMITS.phone, `${place}: Phone`),
  }
  const isComplete = [shipTo.name, shipTo.street, shipTo.city].every(Boolean) && isCountry(shipTo.country)
  if (!isComplete) throw malformed('ShipTo needs a name, a street, a city and the ISO code of a country.')
  return shipTo
}

const isCountry = (code: string) => (countryCodes as readonly string[]).includes(code)

/** Such as '+49 30 1234567 ext. 12'. */
function phoneOf(node: XmlElement | undefined): string {
  const number = below(node, 'Phone', 'TelephoneNumber')
  const country = textOf(number, 'CountryCode').replace(/^\+/, '')
  const extension = textOf(number, 'Extension')
  return [country && `+${country}`, textOf(number, 'AreaOrCityCode'), textOf(number, 'Number'), extension && `ext. ${extension}`]
    .filter(Boolean)
    .join(' ')
}

import { createHash } from 'node:crypto'
import { trimmedShipTo, type ShipTo } from '#contract/orders/ship-to.ts'

/** What a request says besides parts, pieces and prices. */
type Details = {
  phone: string
  address: string
  country?: string | undefined
  reference?: string | undefined
  shipTo?: ShipTo | undefined
  wishedOn?: string | undefined
  lines?: readonly { row: number; shipTo: ShipTo }[] | undefined
}

/** SHA-256 of these fields. Stored with the orders to recognize a repeated request after they were changed. */
export function placedAs({ phone, address, country, reference = '', shipTo, wishedOn, lines = [] }: Details): string {
  const elsewhere = lines.map((line) => [line.row, trimmedShipTo(line.shipTo)])
  const said = [
    phone.trim(),
    shipTo ? trimmedShipTo(shipTo) : address.trim(),
    reference.trim(),
    elsewhere,
    ...(country ? [country] : []),
    ...(wishedOn ? [{ wishedOn }] : []),
  ]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

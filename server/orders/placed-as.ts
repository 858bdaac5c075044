import { createHash } from 'node:crypto'
import type { WantedFreight } from '#contract/freight/freight.ts'
import { trimmedShipTo, type ShipTo } from '#contract/orders/ship-to.ts'

/** What a request says besides parts, pieces and prices. */
type Details = {
  phone: string
  address: string
  country?: string | undefined
  reference?: string | undefined
  shipTo?: ShipTo | undefined
  freight?: WantedFreight | undefined
  wishedOn?: string | undefined
  lines?: readonly { row: number; shipTo: ShipTo; freight?: WantedFreight | undefined }[] | undefined
}

/** SHA-256 of these fields. Stored with the orders to recognize a repeated request after they were changed. */
export function placedAs({ phone, address, country, reference = '', shipTo, freight, wishedOn, lines = [] }: Details): string {
  const elsewhere = lines.map((line) => [line.row, trimmedShipTo(line.shipTo), ...(line.freight ? [line.freight] : [])])
  const said = [
    phone.trim(),
    shipTo ? trimmedShipTo(shipTo) : address.trim(),
    reference.trim(),
    elsewhere,
    ...(country ? [country] : []),
    ...(wishedOn ? [{ wishedOn }] : []),
    ...(freight ? [freight] : []),
  ]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

import type { Settings } from '../../platform/settings/settings.ts'
import { lineReference, type Cart } from '../cart.ts'
import type { CartFreight } from '../freight-of-cart.ts'
import type { Session } from '../find-session.ts'
import { PART_CLASS } from '../oci/fields.ts'
import { cxmlDocument, xml, type Xml } from './write-xml.ts'

const money = (dollars: number): Xml => xml`<Money currency="USD">${dollars}</Money>`

const credential = (domain: string, identity: string): Xml =>
  xml`<Credential domain="${domain}"><Identity>${identity}</Identity></Credential>`

/**
 * The PunchOutOrderMessage of a cart. Names the shop as the buyer's setup request did. Each line says in `SupplierPartAuxiliaryID` which
 * line of which version of a quote it is. The total is that of the goods, the freight stands beside it. Source: cXML User's Guide, 'PunchOutOrderMessage'.
 */
export function orderMessage(settings: Settings, session: Session, cart: Cart, freight: CartFreight | undefined): string {
  const { shopName, shopUrl } = settings
  const seller =
    session.sellerIdentity === '' ? credential('host', new URL(shopUrl).hostname) : credential(session.sellerDomain, session.sellerIdentity)
  const shipping = freight
    ? xml`<Shipping>${money(freight.cents / 100)}<Description xml:lang="en">${freight.name}</Description></Shipping>`
    : []
  const items = cart.lines.map(
    (line, index) =>
      xml`<ItemIn quantity="${line.quantity}" lineNumber="${index + 1}"><ItemID><SupplierPartID>${line.partNumber}</SupplierPartID><SupplierPartAuxiliaryID>${lineReference(cart, line)}</SupplierPartAuxiliaryID></ItemID><ItemDetail><UnitPrice>${money(line.unitPrice)}</UnitPrice><Description xml:lang="en">${line.name}</Description><UnitOfMeasure>EA</UnitOfMeasure><Classification domain="UNSPSC">${PART_CLASS}</Classification><ManufacturerPartID>${line.partNumber}</ManufacturerPartID><ManufacturerName>${shopName}</ManufacturerName><LeadTime>${line.leadDays}</LeadTime></ItemDetail></ItemIn>`,
  )
  return cxmlDocument(
    settings,
    xml`<Header><From>${seller}</From><To>${credential(session.domain ?? '', session.identity)}</To><Sender>${seller}<UserAgent>${shopName}</UserAgent></Sender></Header><Message><PunchOutOrderMessage><BuyerCookie>${session.buyerCookie}</BuyerCookie><PunchOutOrderMessageHeader operationAllowed="${session.operation === 'inspect' ? 'inspect' : 'edit'}" quoteStatus="final"><Total>${money(cart.total)}</Total>${shipping}</PunchOutOrderMessageHeader>${items}</PunchOutOrderMessage></Message>`,
  )
}

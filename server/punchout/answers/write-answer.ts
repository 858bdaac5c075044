import type { Settings } from '../../platform/settings/settings.ts'
import { xml, type Xml } from '../cxml/write-xml.ts'
import type { AcceptedPieces, AnsweredLine, AnswerFacts } from './find-answer.ts'

type Shop = Pick<Settings, 'shopName' | 'shopUrl' | 'mode'>

/** The document type of messages about the fulfilment of an order; that of the shop's other messages does not know them. */
const FULFILL = 'http://xml.cxml.org/schemas/cXML/1.2.014/Fulfill.dtd'

const hostOf = ({ shopUrl }: Shop) => new URL(shopUrl).hostname
/** The same for each attempt, so that the buyer's system knows an answer that comes twice. */
const payloadIdOf = (shop: Shop, answerId: string) => `${answerId}@${hostOf(shop)}`
const timeOf = (day: string) => `${day}T00:00:00+00:00`

/**
 * The ConfirmationRequest or ShipNoticeRequest of an answer, from the shop as the purchase order named it to its sender, with the connection's
 * secret. Sources: cXML User's Guide, 'ConfirmationRequest' and 'ShipNoticeRequest'; Fulfill.dtd.
 */
export function writeAnswer(shop: Shop, facts: AnswerFacts, now = new Date()): string {
  const { buyer, secret } = facts
  const seller = facts.seller.identity === '' ? { domain: 'host', identity: hostOf(shop) } : facts.seller
  const request = facts.kind === 'confirmation' ? confirmation(shop, facts, now) : shipNotice(facts, now)
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE cXML SYSTEM "${FULFILL}">
<cXML payloadID="${payloadIdOf(shop, facts.id)}" timestamp="${now.toISOString()}" xml:lang="en-US"><Header><From>${credential(seller)}</From><To>${credential(buyer)}</To><Sender>${credential(seller, secret)}<UserAgent>${shop.shopName}</UserAgent></Sender></Header><Request deploymentMode="${shop.mode === 'production' ? 'production' : 'test'}">${request}</Request></cXML>
`.markup
}

const credential = ({ domain, identity }: AnswerFacts['buyer'], secret?: string): Xml =>
  xml`<Credential domain="${domain}"><Identity>${identity}</Identity>${secret === undefined ? [] : xml`<SharedSecret>${secret}</SharedSecret>`}</Credential>`

const orderReference = ({ purchaseOrder: { orderId, payloadId } }: AnswerFacts): Xml =>
  xml`<OrderReference orderID="${orderId}"><DocumentReference payloadID="${payloadId}"/></OrderReference>`

/** Each line as it stands: `detail` says the day by which it leaves. An order of which nothing comes is rejected as a whole. */
function confirmation(shop: Shop, facts: AnswerFacts & { kind: 'confirmation' }, now: Date): Xml {
  const { updates, number, lines } = facts
  const isRejected = lines.every(({ accepted }) => accepted.length === 0)
  const header = xml`<ConfirmationHeader confirmID="${number}" operation="${updates === null ? 'new' : 'update'}" type="${isRejected ? 'reject' : 'detail'}" noticeDate="${now.toISOString()}">${updates === null ? [] : xml`<DocumentReference payloadID="${payloadIdOf(shop, updates)}"/>`}</ConfirmationHeader>`
  return xml`<ConfirmationRequest>${header}${orderReference(facts)}${isRejected ? [] : lines.map(confirmationItem)}</ConfirmationRequest>`
}

const EACH = xml`<UnitOfMeasure>EA</UnitOfMeasure>`

function acceptedStatus({ pieces, day }: AcceptedPieces): Xml {
  return day === null
    ? xml`<ConfirmationStatus quantity="${pieces}" type="accept">${EACH}</ConfirmationStatus>`
    : xml`<ConfirmationStatus quantity="${pieces}" type="detail" shipmentDate="${timeOf(day)}">${EACH}</ConfirmationStatus>`
}

function confirmationItem({ lineNumber, pieces, accepted, rejected }: AnsweredLine): Xml {
  return xml`<ConfirmationItem quantity="${pieces}" lineNumber="${lineNumber}">${EACH}${accepted.map(acceptedStatus)}${rejected > 0 ? xml`<ConfirmationStatus quantity="${rejected}" type="reject">${EACH}</ConfirmationStatus>` : []}</ConfirmationItem>`
}

/** A parcel; who carries it only where both carrier and number are known, as the document type wants it. */
function shipNotice(facts: AnswerFacts & { kind: 'ship-notice' }, now: Date): Xml {
  const { shipmentId, sentAt, carrier, trackingNumber, lineNumber, pieces } = facts
  const control =
    carrier !== null && trackingNumber !== null
      ? xml`<ShipControl><CarrierIdentifier domain="companyName">${carrier}</CarrierIdentifier><ShipmentIdentifier>${trackingNumber}</ShipmentIdentifier></ShipControl>`
      : []
  return xml`<ShipNoticeRequest><ShipNoticeHeader shipmentID="${shipmentId}" operation="new" noticeDate="${now.toISOString()}" shipmentDate="${sentAt.toISOString()}"/>${control}<ShipNoticePortion>${orderReference(facts)}<ShipNoticeItem quantity="${pieces}" lineNumber="${lineNumber}">${EACH}</ShipNoticeItem></ShipNoticePortion></ShipNoticeRequest>`
}

import { randomUUID } from 'node:crypto'

/** Documents of a procurement system, written after the cXML 1.2 User's Guide and its document type. */

export type Credentials = { domain: string; identity: string; secret: string }

/** An item as it came in the order message. */
export type CxmlItem = { partNumber: string; auxiliary: string; quantity: string; price: string; description?: string }

const escaped = (text: string) => text.replace(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`)

export const credential = (domain: string, identity: string, secret?: string) =>
  `<Credential domain="${escaped(domain)}"><Identity>${escaped(identity)}</Identity>${secret === undefined ? '' : `<SharedSecret>${escaped(secret)}</SharedSecret>`}</Credential>`

export const SELLER = { domain: 'DUNS', identity: '987654321' }

/** A request of the buyer to the shop. `network`: who sends it for the buyer. */
export const requestDocument = (
  { domain, identity, secret }: Credentials,
  request: string,
  { network = { domain, identity }, mode = 'production' } = {},
) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.014/cXML.dtd">
<cXML payloadID="${randomUUID()}@buyer.example.com" timestamp="2026-11-25T10:00:00+00:00" xml:lang="en-US">
  <Header>
    <From>${credential(domain, identity)}</From>
    <To>${credential(SELLER.domain, SELLER.identity)}</To>
    <Sender>${credential(network.domain, network.identity, secret)}<UserAgent>Procurement 1.0</UserAgent></Sender>
  </Header>
  <Request deploymentMode="${mode}">${request}</Request>
</cXML>`

const itemId = ({ partNumber, auxiliary }: CxmlItem) =>
  `<ItemID><SupplierPartID>${escaped(partNumber)}</SupplierPartID><SupplierPartAuxiliaryID>${escaped(auxiliary)}</SupplierPartAuxiliaryID></ItemID>`

export const setupRequest = (operation: string, returnUrl: string, cookie: string, items: CxmlItem[] = [], more = '') =>
  `<PunchOutSetupRequest operation="${operation}">
    <BuyerCookie>${escaped(cookie)}</BuyerCookie>
    <Extrinsic name="UserEmail">ann@buyer.example.com</Extrinsic>
    <BrowserFormPost><URL>${escaped(returnUrl)}</URL></BrowserFormPost>${more}
    ${items.map((item) => `<ItemOut quantity="${item.quantity}">${itemId(item)}</ItemOut>`).join('')}
  </PunchOutSetupRequest>`

export const SHIP_TO = `<ShipTo><Address isoCountryCode="DE"><Name xml:lang="en">Buyer &amp; Söhne</Name><PostalAddress>
  <DeliverTo>Ann Example</DeliverTo><DeliverTo>Dock 4</DeliverTo><Street>Dock Road 1</Street><City>Hamburg</City><State>HH</State>
  <PostalCode>20457</PostalCode><Country isoCountryCode="DE">Germany</Country></PostalAddress>
  <Phone><TelephoneNumber><CountryCode isoCountryCode="DE">49</CountryCode><AreaOrCityCode>40</AreaOrCityCode><Number>1234567</Number></TelephoneNumber></Phone>
</Address></ShipTo>`

/** `headerMore` and `itemMore` are further elements of the header, and of the first item. */
type OrderOptions = { type?: string; wishedOn?: string; shipTo?: string; headerMore?: string; itemMore?: string }

export const orderRequest = (
  orderId: string,
  items: CxmlItem[],
  total: string,
  { type = 'new', wishedOn = '', shipTo = SHIP_TO, headerMore = '', itemMore = '' }: OrderOptions = {},
) =>
  `<OrderRequest>
    <OrderRequestHeader orderID="${escaped(orderId)}" orderDate="2026-11-25T10:00:00+00:00" type="${type}"${wishedOn && ` requestedDeliveryDate="${wishedOn}"`}>
      <Total><Money currency="USD">${total}</Money></Total>${shipTo}
      <BillTo><Address><Name xml:lang="en">Buyer</Name></Address></BillTo>${headerMore}
    </OrderRequestHeader>
    ${items
      .map(
        (item, index) => `<ItemOut quantity="${item.quantity}" lineNumber="${index + 1}">${itemId(item)}<ItemDetail>
          <UnitPrice><Money currency="USD">${item.price}</Money></UnitPrice><Description xml:lang="en">${escaped(item.description ?? '')}</Description>
          <UnitOfMeasure>EA</UnitOfMeasure><Classification domain="UNSPSC">32000000</Classification></ItemDetail>${index === 0 ? itemMore : ''}</ItemOut>`,
      )
      .join('')}
  </OrderRequest>`

import { expect, test } from 'vitest'
import { readCxml, readCxmlHeader } from './read-message.ts'
import { decodeXml, readXml, textOf } from './read-xml.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
const TYPE = '<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.050/cXML.dtd">'
const credential = (domain: string, identity: string, secret = '') =>
  `<Credential domain="${domain}"><Identity>${identity}</Identity>${secret && `<SharedSecret>${secret}</SharedSecret>`}</Credential>`

const message = ({
  prolog = DECLARATION + TYPE,
  from = credential('DUNS', '4711'),
  sender = credential('NetworkId', 'AN1', 's'),
  request = '<ProfileRequest/>',
} = {}) =>
  `${prolog}<cXML payloadID="1@buyer.example"><Header><From>${from}</From><To>${credential('DUNS', '987')}</To><Sender>${sender}<UserAgent>ERP 1</UserAgent></Sender></Header><Request>${request}</Request></cXML>`

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (parts: Parameters<typeof message>[0]) => readCxml(bytesOf(message(parts)))
const refusalOf = (work: () => unknown): string => {
  try {
    work()
    return 'read'
  } catch (error) {
    return (error as Error).message
  }
}

const setup = (inside = '', operation = 'create') =>
  `<PunchOutSetupRequest operation="${operation}">${inside}<BrowserFormPost><URL>https://buyer.example/post?a=1&amp;b=2</URL></BrowserFormPost></PunchOutSetupRequest>`

type OrderParts = {
  header?: string
  attributes?: string
  item?: string
  itemAttributes?: string
  price?: string
  total?: string
  quantity?: string
}
const order = ({
  header = '',
  attributes = '',
  item = '',
  itemAttributes = '',
  price = '16.4',
  total = '16400.00',
  quantity = '1000',
}: OrderParts = {}) =>
  `<OrderRequest><OrderRequestHeader orderID="PO-1" ${attributes}><Total><Money currency="USD">${total}</Money></Total>${header}</OrderRequestHeader><ItemOut quantity="${quantity}" ${itemAttributes}><ItemID><SupplierPartID>PSB-1</SupplierPartID><SupplierPartAuxiliaryID>Q-000001/1/1</SupplierPartAuxiliaryID></ItemID><ItemDetail><UnitPrice><Money currency="USD">${price}</Money></UnitPrice></ItemDetail>${item}</ItemOut></OrderRequest>`
const readOrderOf = (parts: OrderParts) => {
  const { request } = read({ request: order(parts) })
  if (request.kind !== 'order') throw new Error('not an order')
  return request
}

const shipTo = ({
  deliverTo = '<DeliverTo>Ann Example</DeliverTo>',
  street = '<Street>Dock Road 1</Street>',
  city = 'Hamburg',
  more = '',
  name = 'Buyer',
} = {}) =>
  `<ShipTo><Address><Name xml:lang="en">${name}</Name><PostalAddress>${deliverTo}${street}<City>${city}</City>${more}<Country isoCountryCode="DE">Germany</Country></PostalAddress></Address></ShipTo>`

test.each([
  ['a comment before the document type', `${DECLARATION}<!-- of the ERP, not <!DOCTYPE x> -->\n${TYPE}`],
  ['a comment and an instruction after it', `${DECLARATION}\n${TYPE}<!--a--><?erp version="1"?>`],
  ['an instruction before it', `${DECLARATION}<?xml-stylesheet href="a.xsl"?>${TYPE}`],
  ['no declaration', TYPE],
  ['a public identifier', `${DECLARATION}<!DOCTYPE cXML PUBLIC "-//cXML//EN" 'http://xml.cxml.org/cXML.dtd'>`],
  ['no document type', DECLARATION],
  ['blank lines around it', `\n${DECLARATION}\r\n\r\n${TYPE}\n`],
])('a message with %s is read', (_, prolog) => {
  expect(read({ prolog })).toMatchObject({ header: { payloadId: '1@buyer.example' }, request: { kind: 'profile' } })
})

test.each([
  ['UTF-8 with its mark', Uint8Array.from([0xef, 0xbb, 0xbf, ...bytesOf(message())])],
  ['UTF-16, low byte first', Buffer.from(`\ufeff${message({ prolog: '<?xml version="1.0" encoding="utf-16"?>' })}`, 'utf16le')],
  ['UTF-16, high byte first', Buffer.from(`\ufeff${message({ prolog: '<?xml version="1.0"?>' })}`, 'utf16le').swap16()],
])('a message in %s is read', (_, bytes) => {
  expect(readCxml(bytes)).toMatchObject({ header: { secrets: ['s'] } })
})

test('all names of a partner are read, and the secret of whichever credential of the sender has one', () => {
  const from = credential('NetworkId', 'AN0100') + credential('DUNS', '4711')
  const sender = credential('AribaNetworkUserId', 'admin@buyer.example') + credential('NetworkId', 'AN1', 's')

  expect(read({ from, sender }).header).toEqual({
    payloadId: '1@buyer.example',
    from: [
      { domain: 'NetworkId', identity: 'AN0100' },
      { domain: 'DUNS', identity: '4711' },
    ],
    to: [{ domain: 'DUNS', identity: '987' }],
    secrets: ['s'],
  })
})

test('the header is the same, read by itself and with the message', () => {
  const bytes = bytesOf(message({ request: order({ header: `<Comments>${'ä'.repeat(3_000)}</Comments>` }) }))

  for (const length of [700, 701, 702]) {
    expect(readCxmlHeader(bytes.slice(0, length), false)).toEqual(readCxml(bytes).header)
  }
  expect(refusalOf(() => readCxmlHeader(bytes.slice(0, 200), false))).toContain('The Header has to end within')
})

test.each([
  ['c  1', 'c  1'],
  [' a\n\tb ', ' a\n\tb '],
  ['<![CDATA[<a> &amp;]]>b', '<a> &amp;b'],
  ['a&amp;lt;&#233;&#13;<!-- no letter -->&#x1F600;', 'a&lt;é\r😀'],
  ['', ''],
])('the cookie %j comes as it is written', (written, cookie) => {
  expect(read({ request: setup(`<BuyerCookie>${written}</BuyerCookie>`) }).request).toMatchObject({
    kind: 'setup',
    buyerCookie: cookie,
    returnUrl: 'https://buyer.example/post?a=1&b=2',
  })
})

test.each([
  ['16.400000000000', 16.4],
  ['16,400.00', 16_400],
  ['16400', 16_400],
  ['.5', 0.5],
  ['1.64E+01', 16.4],
  [' 16.4\n', 16.4],
])('the price %s is %d', (price, value) => {
  expect(readOrderOf({ price, total: price }).items[0]).toMatchObject({ price: value })
  expect(readOrderOf({ price, total: price })).toMatchObject({ total: value })
})

test.each(['16.400,00', '1,64', '-16.4', '16.4 USD', '1e400', '', 'Infinity', '0x10'])('the price %j is refused by its field', (price) => {
  expect(refusalOf(() => readOrderOf({ price }))).toBe('Item 1: UnitPrice is not a number.')
  expect(refusalOf(() => readOrderOf({ total: price }))).toBe('Total is not a number.')
})

test.each(['new', 'New', 'NEW', ''])('an order of the type %j is a new one', (type) => {
  expect(readOrderOf({ attributes: `type="${type}"` })).toMatchObject({ orderId: 'PO-1' })
})

test.each([
  ['of the order', { attributes: 'requestedDeliveryDate="2026-12-01T08:00:00-05:00"' }, '2026-12-01'],
  [
    'of the item before that of the order',
    { attributes: 'requestedDeliveryDate="2026-12-01"', itemAttributes: 'requestedDeliveryDate="2026-12-08"' },
    '2026-12-08',
  ],
  ['of its one delivery', { item: '<ScheduleLine quantity="2000" requestedDeliveryDate="2026-12-15"/>' }, '2026-12-15'],
  [
    'none, of several deliveries',
    {
      attributes: 'requestedDeliveryDate="2026-12-01"',
      item: '<ScheduleLine requestedDeliveryDate="2026-12-15"/><ScheduleLine requestedDeliveryDate="2026-12-16"/>',
    },
    null,
  ],
  ['none, of what is no day', { attributes: 'requestedDeliveryDate="2026-02-30"' }, null],
  ['none', {}, null],
])('the wished day of an item is that %s', (_, parts, day) => {
  expect(readOrderOf(parts).items[0]).toMatchObject({ wishedOn: day })
})

test('further lines of a recipient, days of delivery and comments are kept as a note of each item', () => {
  const { items } = readOrderOf({
    attributes: 'requestedDeliveryDate="2026-12-01"',
    header:
      shipTo({ deliverTo: '<DeliverTo>Ann Example</DeliverTo><DeliverTo>Building 7, Gate 3</DeliverTo><DeliverTo>Shift B</DeliverTo>' }) +
      '<Comments xml:lang="en">Call before you come.\n\nRing twice.</Comments><Comments>Second</Comments>',
    itemAttributes: 'requestedDeliveryDate="2026-12-08T00:00:00+00:00"',
    item: '<Comments>Blue labels</Comments><ScheduleLine quantity="500" requestedDeliveryDate="2026-12-15"/>',
  })

  expect(items[0]!.note.split('\n')).toEqual([
    'Requested delivery: 2026-12-01',
    'Deliver to: Building 7, Gate 3',
    'Deliver to: Shift B',
    'Call before you come.',
    '',
    'Ring twice.',
    'Second',
    'Requested delivery: 2026-12-08T00:00:00+00:00',
    'Requested delivery: 2026-12-15 (500 pieces)',
    'Blue labels',
  ])
})

const long = (length: number) => 'x'.repeat(length)
test.each([
  ['ShipTo: Street', { header: shipTo({ street: `<Street>${long(90)}</Street><Street>${long(30)}</Street>` }) }],
  ['ShipTo: City', { header: shipTo({ city: long(81) }) }],
  ['ShipTo: State', { header: shipTo({ more: `<State>${long(61)}</State>` }) }],
  ['ShipTo: PostalCode', { header: shipTo({ more: `<PostalCode>${long(21)}</PostalCode>` }) }],
  ['ShipTo: Name', { header: shipTo({ name: long(101) }) }],
  ['ShipTo: DeliverTo', { header: shipTo({ deliverTo: `<DeliverTo>${long(101)}</DeliverTo>` }) }],
  ['Item 1: ShipTo: Street', { item: shipTo({ street: `<Street>${long(121)}</Street>` }) }],
  ['Item 1: Comments', { header: `<Comments>${long(3_000)}</Comments>`, item: `<Comments>${long(1_000)}</Comments>` }],
])('a text that is too long is refused by its field: %s', (field, parts) => {
  expect(refusalOf(() => readOrderOf(parts))).toContain(field)
})

test('a street of several lines that fits is one line', () => {
  expect(readOrderOf({ header: shipTo({ street: '<Street>Dock Road 1</Street><Street/><Street>Hall 4</Street>' }) }).shipTo).toMatchObject({
    name: 'Ann Example',
    company: 'Buyer',
    street: 'Dock Road 1, Hall 4',
  })
})

test.each([
  ['SelectedItem: SupplierPartID', setup(`<SelectedItem><ItemID><SupplierPartID>${long(201)}</SupplierPartID></ItemID></SelectedItem>`)],
  ['BuyerCookie', setup(`<BuyerCookie>${long(1_001)}</BuyerCookie>`)],
  ['BuyerCookie', setup('<BuyerCookie>a<b/>c</BuyerCookie>')],
  ['BuyerCookie', setup('<BuyerCookie>a&#7;</BuyerCookie>')],
  ['Item 1: quantity', setup('<ItemOut quantity="1.5"/>', 'edit')],
  ['Item 1: quantity', setup('<ItemOut quantity="many"/>', 'edit')],
])('a visit is refused by its field: %s', (field, request) => {
  expect(refusalOf(() => read({ request }))).toContain(field)
})

test('the five entities and numbers of XML are decoded once, and control characters become spaces', () => {
  const text = (written: string) => textOf(readXml(`<cXML><a>${written}</a></cXML>`), 'a')

  expect(text('A &amp;amp; B &lt;&gt;&quot;&apos; &#252;&#x20AC;')).toBe(`A &amp; B <>"' ü€`)
  expect(text('a&#0;b&#10;c')).toBe('a b c')
  expect(text('&unknown; &#xD800; &#x110000;')).toBe('&unknown; &#xD800; &#x110000;')
})

test.each([
  ['<a><b></a></b>', 'line 1'],
  ['<a>\n<b x=1/></a>', 'line 2'],
  ['<a x="1" x="2"/>', 'line 1'],
  ['<a/><b/>', 'one root'],
  ['<a/>b', 'one root'],
  ['a<a/>', 'one root'],
  ['<!-- only -->', 'one root'],
  ['<a><b>', 'cut off'],
  ['<a b="', 'cut off'],
  ['<a><!-- --', 'cut off'],
  ['<a><![CDATA[', 'cut off'],
  [`${'<a>'.repeat(41)}${'</a>'.repeat(41)}`, 'nested deeper'],
  ['<a/>'.repeat(100_001), 'more elements'],
  [`<a>${'<b c="" d=""/>'.repeat(34_000)}</a>`, 'more elements'],
  ['<a><!DOCTYPE cXML></a>', 'declare'],
  [`${TYPE}${TYPE}<cXML/>`, 'declare'],
  ['<!DOCTYPE cXML [<!ENTITY x "y">]><cXML/>', 'declare'],
])('%j is refused with its reason', (text, reason) => {
  expect(refusalOf(() => readXml(text.slice(0, 800_000)))).toContain(reason)
})

test('a text that says another encoding than it is in is refused', () => {
  expect(refusalOf(() => decodeXml(bytesOf('<?xml version="1.0" encoding="ISO-8859-1"?><a/>')))).toBe('Send the document in UTF-8.')
  expect(refusalOf(() => decodeXml(Uint8Array.of(0x3c, 0xff)))).toBe('Send the document in UTF-8.')
})

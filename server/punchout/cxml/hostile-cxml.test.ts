import { expect, test, vi } from 'vitest'
import { requestDocument, setupRequest } from '#tests/support/procurement/cxml-documents.ts'
import { connect, procurementOf, readAnswer, RETURN_URL } from '#tests/support/procurement/procurement.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()
const system = procurementOf(shop, await connect(await shop.customer('ann')))
const good = requestDocument(system.credentials, setupRequest('create', RETURN_URL, 'cookie'))

const withDoctype = (doctype: string, cookie = '&x;') =>
  good.replace(/<!DOCTYPE[^>]*>/, doctype).replace('<BuyerCookie>cookie', `<BuyerCookie>${cookie}`)

const laughs = Array.from({ length: 10 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join('')

test.each([
  ['an entity that names a file', withDoctype('<!DOCTYPE cXML [<!ENTITY x SYSTEM "file:///etc/passwd">]>')],
  ['an entity that names a host', withDoctype('<!DOCTYPE cXML [<!ENTITY x SYSTEM "http://127.0.0.1:1/">]>')],
  ['entities that grow', withDoctype(`<!DOCTYPE cXML [<!ENTITY l0 "ha">${laughs}]>`, '&l10;')],
  ['a parameter entity', withDoctype('<!DOCTYPE cXML [<!ENTITY % x SYSTEM "http://127.0.0.1:1/x.dtd"> %x;]>')],
  ['a public document type with declarations', withDoctype('<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/cXML.dtd" [<!ENTITY x "y">]>')],
  ['a second document type', good.replace('<cXML', '<!DOCTYPE html SYSTEM "x"><cXML')],
  ['another encoding', good.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"')],
])('a message with %s is refused unread (91)', async (_, document) => {
  const answer = readAnswer(await system.sendText(document))

  expect(answer).toMatchObject({ http: 200, code: '406', startPage: '' })
})

test.each([
  ['UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le'), '406'],
  ['bytes that are no UTF-8', Buffer.concat([Buffer.from(good), Buffer.from([0xff, 0xfe])]), '406'],
  ['a message that is cut off', good.slice(0, -40), '400'],
  ['a message that is nested a thousand times', `<cXML>${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}</cXML>`, '400'],
  ['nothing', '', '400'],
  ['JSON', '{"a":1}', '400'],
  ['another root', '<order/>', '406'],
  ['names of the language', '<cXML><Header><__proto__>x</__proto__><constructor>y</constructor></Header><Request/></cXML>', '400'],
])('a procurement system that sends %s is refused (91)', async (_, document, code) => {
  const { statusCode, body } = await system.sendText(document as string)

  expect([statusCode, /Status code="(\d+)"/.exec(body)?.[1]]).toEqual([200, code])
})

test('a message of ten megabytes is not read, nor one of a megabyte of elements or attributes (91)', async () => {
  const large = await system.sendText(`<cXML>${'x'.repeat(10 * 1024 * 1024)}</cXML>`)
  const many = [`<a/>`, `<a b="c"/>`, `<a ${Array.from({ length: 50 }, (_, index) => `b${index}="c"`).join(' ')}/>`]

  expect([large.statusCode, /Status code="(\d+)"/.exec(large.body)?.[1]]).toEqual([413, '400'])
  for (const piece of many) {
    const answer = readAnswer(await system.sendText(requestDocument(system.credentials, piece.repeat(900_000 / piece.length))))
    expect(answer, piece).toMatchObject({ http: 200, code: '400', sentence: expect.stringContaining('more elements') })
  }
})

test('until its sender is admitted, at most 64 kB of a message are read (91)', async () => {
  const read = vi.spyOn(shop.services.readers, 'read')
  const filler = `<!--${'x'.repeat(900_000)}-->`
  const foreign = good.replace(system.credentials.secret, 'guess')

  const refused = readAnswer(await system.sendText(foreign.replace('<Request', `${filler}<Request`)))
  const files = read.mock.calls.map(([{ kind, bytes }]) => [kind, bytes.length])
  const taken = readAnswer(await system.sendText(good.replace('<Request', `${filler}<Request`)))
  const late = readAnswer(await system.sendText(good.replace('<Header', `${filler}<Header`)))
  read.mockRestore()

  expect(refused).toMatchObject({ code: '401' })
  expect(files).toEqual([['cxmlHeader', 65_536]])
  expect(taken).toMatchObject({ code: '200' })
  expect(late).toMatchObject({ code: '400', sentence: 'The Header has to end within the first 64 kilobytes of the message.' })
})

test.each([
  ['a comment', (header: string) => `<!--${header}-->`],
  ['a block of text', (header: string) => `<Path><![CDATA[${header}]]></Path>`],
  ['an attribute', (header: string) => `<Path note='${header.replaceAll(/[<']/g, '')}'/>`],
])('a header of another sender in %s admits nobody (91)', async (_, hide) => {
  const header = good.slice(good.indexOf('<Header>'), good.indexOf('</Header>') + '</Header>'.length)
  const forged = good.replace(system.credentials.secret, 'guess').replace('<Header>', `${hide(header)}<Header>`)

  expect(readAnswer(await system.sendText(forged))).toMatchObject({ code: '401' })
})

test('a message with a second header is refused, whoever is named in it (91)', async () => {
  const header = good.slice(good.indexOf('<Header>'), good.indexOf('</Header>') + '</Header>'.length)

  expect(readAnswer(await system.sendText(good.replace('</cXML>', `${header}</cXML>`)))).toMatchObject({ code: '400' })
})

test('a message whose whole has another header than its beginning is refused (91)', async () => {
  const { readers } = shop.services
  const read = readers.read.bind(readers)
  const other = good.replace(system.credentials.identity, '1')
  const spy = vi
    .spyOn(readers, 'read')
    .mockImplementation((file) => read({ ...file, ...(file.kind === 'cxml' && { bytes: Buffer.from(other) }) }))

  const answer = await system.sendText(good).finally(() => spy.mockRestore())

  expect(readAnswer(answer)).toMatchObject({ code: '400', sentence: 'The Header is unclear.' })
})

test('text of a message stays text in the answer (91)', async () => {
  const { body } = await system.sendText(requestDocument(system.credentials, '<Request.x-1/>'))

  expect(readAnswer({ statusCode: 200, body })).toMatchObject({ code: '450' })
  const strange = await system.setUp('<b>"&\u0007')
  expect(strange.code).toBe('400')
})

test('wrong secrets of one identity are counted, right ones are not, and nobody else of its network is shut out (91)', async () => {
  const strict = await openShop({ rateLimit: true })
  const right = procurementOf(strict, await connect(await strict.customer('ann')))
  const wrong = procurementOf(strict, { ...right.credentials, secret: 'guess' })
  for (let count = 0; count < 299; count++) await wrong.setUp()

  expect(await right.setUp()).toMatchObject({ code: '200' })
  expect(await wrong.setUp()).toMatchObject({ code: '401' })
  expect(await wrong.setUp()).toMatchObject({ http: 429, code: '560' })
  expect(await right.setUp()).toMatchObject({ http: 429, code: '560' })

  const others = await connect(await strict.customer('bob'), { identity: '987' })
  const other = procurementOf(strict, others)
  expect(await other.setUp()).toMatchObject({ code: '200' })
  await strict.services.identity.countAttempt('punch-out-network', '127.0.0.1', 2_700)
  await strict.services.identity.countAttempt('punch-out-message', '127.0.0.1', 3_299)
  expect(await procurementOf(strict, { ...others, identity: 'nobody' }).setUp()).toMatchObject({ http: 429, code: '560' })
  expect(await procurementOf(strict, { ...others, secret: 'guess' }).setUp()).toMatchObject({ http: 429, code: '560' })
  expect(await other.setUp()).toMatchObject({ code: '200' })
})

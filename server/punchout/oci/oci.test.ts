import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { quotes } from '#database/tables/quotes.ts'
import { connect, readForm, RETURN_URL, secretOf, transferCart } from '#tests/support/procurement/procurement.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()
const ann = await shop.customer('ann')
const credentials = await connect(ann, { kind: 'oci' })

/** As a procurement system calls the catalogue: names as the specification writes them, by a form or an address. */
const call = (parameters: Record<string, string>, method: 'GET' | 'POST' = 'POST') => {
  const all = new URLSearchParams({
    USERNAME: credentials.identity,
    PASSWORD: credentials.secret,
    HOOK_URL: RETURN_URL,
    '~OkCode': 'ADDI',
    '~TARGET': '_top',
    '~CALLER': 'CTLG',
    ...parameters,
  }).toString()
  return method === 'GET'
    ? shop.app.inject({ url: `/api/punchout/oci?${all}` })
    : shop.app.inject({
        method,
        url: '/api/punchout/oci',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: all,
      })
}

const fieldsOf = (page: string) => Object.fromEntries(readForm(page).fields)

test.each(['GET', 'POST'] as const)('a punch-out by OCI comes back with its cart, begun by %s (91)', async (method) => {
  const part = await shop.addPart({ price: 0.0385, name: 'Ölpapier-Kondensator mit sehr langem Namen und Maß 12 mm' })
  const started = await call({}, method)
  const { token } = (await shop.visitor.post('/punchout/sessions', { secret: secretOf(started.headers.location!) })).json<{
    token: string
  }>()

  const { form, page } = await transferCart(shop, token, [{ text: part.partNumber, quantity: 12_000 }])

  expect([started.statusCode, started.headers['cache-control']]).toEqual([303, 'no-store'])
  expect(form.action).toBe(RETURN_URL)
  expect(page.body).toContain('target="_top"')
  const saved = await shop.db.select().from(quotes).where(eq(quotes.userId, ann.userId)).orderBy(quotes.position)
  expect(Object.fromEntries(form.fields)).toEqual({
    'NEW_ITEM-DESCRIPTION[1]': 'Ölpapier-Kondensator mit sehr langem Nam',
    'NEW_ITEM-MATNR[1]': '',
    'NEW_ITEM-QUANTITY[1]': '12000.000',
    'NEW_ITEM-UNIT[1]': 'PCE',
    'NEW_ITEM-PRICE[1]': '38.500',
    'NEW_ITEM-CURRENCY[1]': 'USD',
    'NEW_ITEM-PRICEUNIT[1]': '1000',
    'NEW_ITEM-LEADTIME[1]': expect.stringMatching(/^\d+$/),
    'NEW_ITEM-LONGTEXT_1:132[]': `${part.name}, ${part.partNumber}`,
    'NEW_ITEM-VENDORMAT[1]': part.partNumber,
    'NEW_ITEM-MANUFACTMAT[1]': part.partNumber,
    'NEW_ITEM-MATGROUP[1]': '32000000',
    'NEW_ITEM-SERVICE[1]': '',
    'NEW_ITEM-EXT_PRODUCT_ID[1]': part.partNumber,
    'NEW_ITEM-EXT_QUOTE_ID[1]': `${saved.at(-1)!.number}/1`,
    'NEW_ITEM-EXT_QUOTE_ITEM[1]': '1',
  })
})

const multipart = (fields: Record<string, string>, more = '') => ({
  headers: { 'content-type': 'multipart/form-data; boundary=--b-1' },
  payload: `${Object.entries(fields)
    .map(([name, value]) => `----b-1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}${more}----b-1--\r\n`,
})

test('a punch-out by OCI begins with a form of several parts, whose files are left out (91)', async () => {
  const { identity, secret } = credentials
  const file = '----b-1\r\nContent-Disposition: form-data; name="HOOK_URL"; filename="a.txt"\r\n\r\nhttps://other.example.com\r\n'
  const fields = { USERNAME: identity, PASSWORD: secret, FUNCTION: 'SOURCING', SEARCHSTRING: 'Größe 5', HOOK_URL: RETURN_URL }
  const post = (form: ReturnType<typeof multipart>) => shop.app.inject({ method: 'POST', url: '/api/punchout/oci', ...form })

  const started = await post(multipart(fields, file))
  const opened = await shop.visitor.post('/punchout/sessions', { secret: secretOf(started.headers.location!) })
  const refused = [
    await post({ ...multipart(fields), payload: 'no form' }),
    await post(multipart({ ...fields, NOTE: 'x'.repeat(70_000) })),
    await post(multipart({ ...fields, PASSWORD: 'guess' })),
  ]

  expect(started.statusCode).toBe(303)
  expect(opened.json()).toMatchObject({ kind: 'oci', search: 'Größe 5' })
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 413, 401])
})

test('a text that is too long is refused, not cut (91)', async () => {
  const answers = [
    await call({ SEARCHSTRING: 'x'.repeat(201) }),
    await call({ FUNCTION: 'VALIDATE', PRODUCTID: 'a', QUANTITY: `2000 ${'x'.repeat(40)}` }),
  ]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400])
  expect(answers[0]!.body).toContain('At most 200 characters.')
})

test('DETAIL leads to the page of the part (91)', async () => {
  const part = await shop.addPart()

  const answer = await call({ FUNCTION: 'DETAIL', PRODUCTID: part.partNumber }, 'GET')

  expect([answer.statusCode, answer.headers.location]).toEqual([303, `${shop.services.settings.shopUrl}/inventory/${part._id}`])
  expect((await call({ FUNCTION: 'DETAIL', PRODUCTID: 'none' })).statusCode).toBe(400)
})

test('VALIDATE answers with the part as it is ordered today, and keeps nothing (91)', async () => {
  const part = await shop.addPart({ price: 2.5, minimumOrder: 1_000 } as object)
  const before = await shop.db.$count(quotes)

  const answer = await call({ FUNCTION: 'VALIDATE', PRODUCTID: part.partNumber, QUANTITY: '2000.000' })

  expect(fieldsOf(answer.body)).toMatchObject({
    'NEW_ITEM-QUANTITY[1]': '2000.000',
    'NEW_ITEM-PRICE[1]': '2.500',
    'NEW_ITEM-PRICEUNIT[1]': '1',
    'NEW_ITEM-EXT_PRODUCT_ID[1]': part.partNumber,
  })
  expect(fieldsOf(answer.body)).not.toHaveProperty('NEW_ITEM-EXT_QUOTE_ID[1]')
  expect((await call({ FUNCTION: 'VALIDATE', PRODUCTID: part.partNumber, QUANTITY: 'many' })).statusCode).toBe(400)
  expect(await shop.db.$count(quotes)).toBe(before)
})

test('BACKGROUND_SEARCH answers with the parts that it finds; SOURCING begins a session with the text (91)', async () => {
  const parts = await Promise.all([1, 2].map((number) => shop.addPart({ name: `Zebrafilter ${number}` })))

  const found = fieldsOf((await call({ FUNCTION: 'BACKGROUND_SEARCH', SEARCHSTRING: 'Zebrafilter' })).body)
  const nothing = await call({ FUNCTION: 'BACKGROUND_SEARCH', SEARCHSTRING: 'xyzzyplugh' })
  const { headers } = await call({ FUNCTION: 'SOURCING', SEARCHSTRING: 'Zebrafilter' })

  expect([found['NEW_ITEM-VENDORMAT[1]'], found['NEW_ITEM-VENDORMAT[2]']].toSorted()).toEqual(
    parts.map(({ partNumber }) => partNumber).toSorted(),
  )
  expect([nothing.statusCode, Object.keys(fieldsOf(nothing.body)).length]).toEqual([200, 0])
  const opened = await shop.visitor.post('/punchout/sessions', { secret: secretOf(headers.location!) })
  expect(opened.json()).toMatchObject({ kind: 'oci', operation: 'create', search: 'Zebrafilter', lines: [] })
})

test.each([
  ['a wrong password', { PASSWORD: `tfo_${'x'.repeat(43)}` }, 401],
  ['an unknown user', { USERNAME: 'oci-000000000000' }, 401],
  ['no user', { USERNAME: '', PASSWORD: '' }, 401],
  ['an address that is a script', { HOOK_URL: 'javascript:alert(1)' }, 400],
  ['no address', { HOOK_URL: '' }, 400],
  ['another function', { FUNCTION: 'QUANTITYCHECK' }, 400],
])('%s is refused with a page that says why and posts nothing (91)', async (_, wrong, status) => {
  const answer = await call(wrong as Record<string, string>)

  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toContain('text/html')
  expect(answer.headers['content-security-policy']).toContain("form-action 'none'")
  expect(answer.body).not.toContain('<form')
})

test('words of a part and a strange frame stay text in the page that posts (91)', async () => {
  const part = await shop.addPart({ name: '"><script>alert(1)</script>' })

  const answer = await call({ FUNCTION: 'VALIDATE', PRODUCTID: part.partNumber, '~TARGET': '" onload="alert(1)' })

  expect(answer.body).not.toContain('<script>alert')
  expect(answer.body).not.toContain('onload')
  expect(fieldsOf(answer.body)['NEW_ITEM-DESCRIPTION[1]']).toBe(part.name.slice(0, 40))
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
})

import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { minutesFromNow } from '#database/clock.ts'
import { images } from '#database/tables/images.ts'
import { openPictureShop, picture, type PictureShop } from '#tests/support/shops/picture-shop.ts'

let shop: PictureShop
let kept: string

beforeAll(async () => {
  shop = await openPictureShop()
  kept = (await shop.upload(await picture(100, 100).png().toBuffer())).json<{ data: { url: string } }>().data.url
})

const unknown = () => `/images/${randomBytes(16).toString('hex')}.webp`

/** Addresses for the picture of a part that no upload has answered with; each from what a kept one looks like. */
const hostileAddresses: [what: string, addressLike: (kept: string) => string][] = [
  ['a script', () => 'javascript:alert(1)'],
  ['a script in capitals', () => 'JAVASCRIPT:alert(1)'],
  ['a script behind a control character', () => '\u0001javascript:alert(1)'],
  ['a script with a line break in it', () => 'java\nscript:alert(1)'],
  ['a script as data', () => 'data:text/html,<script>alert(1)</script>'],
  ['a picture as data', () => 'data:image/svg+xml,<svg onload=alert(1)>'],
  ['a picture as data in base64', () => 'data:image/png;base64,iVBORw0KGgo='],
  ['a blob', () => 'blob:https://hostile.example/1'],
  ['a file', () => 'file:///etc/passwd'],
  ['an FTP address', () => 'ftp://hostile.example/a.png'],
  ['a tracking pixel', () => 'https://hostile.example/pixel.gif?who=1'],
  ['an unencrypted address', () => 'http://hostile.example/a.png'],
  ['an address without a scheme', () => '//hostile.example/a.png'],
  ['an address with backslashes', () => '\\\\hostile.example\\a.png'],
  ['an address with three slashes', () => '///hostile.example/a.png'],
  ['this machine', () => 'http://127.0.0.1:5432/'],
  ['this machine by its name', () => 'http://localhost/'],
  ['this machine as a number', () => 'http://2130706433/'],
  ['this machine in IPv6', () => 'http://[::1]/'],
  ['the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
  ['a private network', () => 'http://192.168.0.1/'],
  ['a call of the shop', () => '/api/user'],
  ['a call of the shop that signs out', () => '/api/auth/sign-out'],
  ['a picture that nobody uploaded', unknown],
  ['no picture', () => '/images/'],
  ['a kept one of another host', (url) => `https://hostile.example${url}`],
  ['a kept one with a host in front', (url) => `//hostile.example${url}`],
  ['a kept one with a query', (url) => `${url}?x=javascript:alert(1)`],
  ['a kept one with a fragment', (url) => `${url}#"onerror=alert(1)`],
  ['a kept one with an attribute', (url) => `${url}" onerror="alert(1)`],
  ['a kept one with a line behind it', (url) => `${url}\n`],
  ['a kept one with a space before it', (url) => ` ${url}`],
  ['a kept one in capitals', (url) => url.toUpperCase()],
  ['a kept one as a path upwards', (url) => url.replace('/images/', '/images/../images/')],
  ['a kept one, percent-encoded', (url) => url.replace('/images/', '/images%2f')],
  ['a width of a kept one', (url) => url.replace('/images/', '/images/480/')],
  ['a kept one as a PNG', (url) => url.replace('.webp', '.png')],
  ['a kept one without its first slash', (url) => url.slice(1)],
  ['the name of a kept one', (url) => url.replace('/images/', '')],
  ['the same with more letters', (url) => url.replace('/images/', '/images/0')],
  ['white space', () => '   '],
  ['nothing', () => ''],
  ['NUL', (url) => `${url}\u0000`],
  ['an address of 501 characters', () => `/images/${'a'.repeat(493)}`],
]

test.each(hostileAddresses)('a part cannot have %s for its picture (45)', async (_what, addressLike) => {
  const answer = await shop.addPartWith(addressLike(kept))

  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ fields: [{ field: 'img' }] })
})

test.each([null, 7, true, [], ['/images/x.webp'], { url: 'x' }])('a part cannot have %j for its picture (45)', async (img: unknown) => {
  const answer = await shop.addPartWith(img as string)

  expect(answer.json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'img' }] })
})

test('a part can have the picture that was uploaded, but none whose upload has not ended (45)', async () => {
  const unfinished = unknown()
  await shop.db.insert(images).values({ name: unfinished.replace('/images/', ''), width: 1, height: 1, discardAfter: minutesFromNow(60) })

  expect((await shop.addPartWith(unfinished)).statusCode).toBe(400)
  expect((await shop.addPartWith(kept)).statusCode).toBe(200)
})

import { expect, test } from 'vitest'
import type { Parcel } from '#contract/orders/parcels.ts'
import type { ApiKey } from '#contract/people/api-keys.ts'
import type { PunchoutConnection } from '#contract/quotes/punchout.ts'
import type { Webhook } from '#contract/people/webhooks.ts'
import { newUps } from '#tests/support/shops/new-ups.ts'
import { sampleOrder as order } from '#tests/support/shops/sample-order.ts'
import {
  accountEmptiedMail,
  apiKeyCreatedMail,
  apiKeyRevokedMail,
  quoteLinkCreatedMail,
  resetPasswordMail,
  signInLinkMail,
  verifyEmailMail,
} from './accounts.ts'
import { punchoutCreatedMail } from './punchout.ts'
import { webhookCreatedMail, webhookDisabledMail } from './webhooks.ts'
import { groupCancelledMail, groupPaidMail, groupPlacedMail, orderCancelledMail, orderPaidMail, orderPlacedMail } from './orders.ts'
import { contactMessageMail } from './messages.ts'
import { refundDueMail, refundLateMail } from './refunds.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { orderDeliveredMail, orderShippedMail, parcelSentMail } from './shipping.ts'
import { htmlOf } from '../rendering/write-mail.ts'

const shop = { shopName: 'Teleforge', shopUrl: 'https://parts.example.com' }

const refund = { intentId: 'pi_7', order: order.number, reason: '$462.00 arrived for an order that was cancelled before.' }

const ups = newUps()
const parcel: Parcel = {
  _id: order._id,
  orderId: order._id,
  pieces: 5_000,
  ...ups,
  carrierName: 'UPS',
  link: `https://www.ups.com/track?tracknum=${ups.trackingNumber}`,
  sentAt: '2026-01-31T10:15:30.123Z',
  deliveredAt: null,
}

const apiKey: ApiKey = {
  _id: order._id,
  name: 'Purchasing',
  prefix: 'tfk_Ab3x',
  isTest: false,
  scopes: ['quotes:read', 'orders:write'],
  createdAt: '2026-01-31T10:15:30.123Z',
  lastUsedAt: null,
  expiresAt: null,
  spending: null,
}

const connection: PunchoutConnection = {
  _id: order._id,
  kind: 'cxml',
  name: 'Purchasing',
  domain: 'DUNS',
  identity: '123456789',
  createdAt: '2026-01-31T10:15:30.123Z',
  lastUsedAt: null,
}

const webhook: Webhook = {
  _id: order._id,
  url: 'https://erp.example.com:8443/hooks/secret-path',
  events: ['order.paid'],
  createdAt: '2026-01-31T10:15:30.123Z',
  failingSince: null,
  disabledAt: null,
  disabledReason: null,
  oldSecretUntil: null,
}

/** Every mail of the shop, about a part, a visitor and a shop of these names. */
const allMails = (name: string) => {
  const named = { ...order, name }
  const written = { id: order._id, name, email: 'vera@example.com', message: name }
  const shopOf = { ...shop, shopName: name }
  return [
    verifyEmailMail(shopOf, 'ann@example.com', 'token', 60),
    resetPasswordMail(shopOf, 'ann@example.com', 'token', 60, { empties: true }),
    signInLinkMail(shopOf, 'ann@example.com', 'token', 60),
    accountEmptiedMail(shopOf, 'ann@example.com', order._id, {
      removedQuotes: 1,
      cancelledOrders: 2,
      transferredCents: 1_250,
      releasedHolds: 3,
      toFinish: [],
    }),
    quoteLinkCreatedMail(shopOf, 'ann@example.com', 'Q-000123', 'hash'),
    punchoutCreatedMail(shopOf, 'ann@example.com', { ...connection, name }),
    webhookCreatedMail(shopOf, 'ann@example.com', webhook),
    ...[true, false].map((isGone) =>
      webhookDisabledMail(shopOf, 'ann@example.com', webhook, { id: order._id, isGone, problem: 'It answered with 500.' }),
    ),
    ...Object.values(orderMails).map((write) => write(shopOf, named)),
    contactMessageMail(shopOf, 'admin@example.com', written),
    refundDueMail(shopOf, 'admin@example.com', refund),
    refundLateMail(shopOf, 'admin@example.com', refund, 15),
    ...Object.values(groupMails).map((write) => write(shopOf, { ...group, orders: [named, order, named] })),
    orderShippedMail(shopOf, named, 'https://parts.example.com/track/token', parcel),
    parcelSentMail(shopOf, named, 'https://parts.example.com/track/token', parcel),
    orderDeliveredMail(shopOf, named, 'https://parts.example.com/track/token'),
    apiKeyCreatedMail(shopOf, 'ann@example.com', { ...apiKey, name }),
    apiKeyRevokedMail(shopOf, 'ann@example.com', { ...apiKey, name }),
  ].map((mail) => ({ ...mail, html: sentHtml(mail, shopOf) }))
}

/** The HTML that is sent: rendered when it is sent, or before where the mail holds a token. */
const sentHtml = ({ subject, blocks, html = '' }: QueuedMail, shopOf = shop) => (blocks ? htmlOf(shopOf, subject, blocks) : html)

const orderMails = { orderPlacedMail, orderPaidMail, orderCancelledMail }

const group = { groupId: '5e3f2c1e-6f0a-4a5c-9d6e-2f1b3c4d5e6f', quoteNumber: 'Q-000123', orders: [order, order] }
const groupMails = { groupPlacedMail, groupPaidMail, groupCancelledMail }

test.each(Object.entries(groupMails))('%s says which quote it is about, all its orders and their sum', (_, write) => {
  const mail = write(shop, group)

  expect(mail.recipient).toBe(order.email)
  expect(mail.subject).toContain('Q-000123')
  expect(mail.body).toContain('Orders:  2\nTotal:   $924.00\n')
  expect(mail.body).toContain('2:  LED driver board, 12,000 pieces, $462.00\n')
})

test('a mail about many orders names twenty parts and counts the others', () => {
  const { body } = groupPlacedMail(shop, { ...group, orders: Array.from({ length: 23 }, () => order) })

  expect(body.match(/LED driver board/g)).toHaveLength(20)
  expect(body).toContain('And 3 more.')
  expect(body).toContain(`https://parts.example.com/dashboard/payment/${order._id}\n`)
})

test('each step in which orders of a quote are cancelled has a mail of its own', () => {
  const another = { ...order, _id: '9b5f2c1e-6f0a-4a5c-9d6e-2f1b3c4d5e6f' }

  const refs = [
    [order, order],
    [another, another],
  ].map((orders) => groupCancelledMail(shop, { ...group, orders }).ref)

  expect(new Set(refs).size).toBe(2)
})

test.each(Object.entries(orderMails))('%s says which order it is about, and is signed', (_, write) => {
  const mail = write(shop, order)

  expect(mail).toMatchObject({ ref: order._id, recipient: order.email })
  expect(mail.subject).toContain(order.name)
  expect(mail.body).toContain(`Order:     ${order.number}`)
  expect(mail.body).toContain('Quantity:  12,000 pieces')
  expect(mail.body).toContain('Total:     $462.00')
  expect(mail.body).toMatch(/Kind regards\nTeleforge\nhttps:\/\/parts\.example\.com\n$/)
})

test.each(Object.entries(orderMails))("%s names the buyer's reference once it is paid, on one line", (_, write) => {
  const referred = { ...order, reference: 'PO-7\nTotal: $0' }

  expect(write(shop, { ...referred, paid: true }).body).toMatch(/^Your reference: +PO-7 Total: \$0$/m)
  expect(write(shop, referred).body).not.toContain('Your reference')
  expect(write(shop, order).body).not.toContain('Your reference')
})

test.each(Object.entries(groupMails))('%s names the reference that all its orders have', (_, write) => {
  const referred = { ...order, paid: true, reference: 'PO-7' }

  expect(write(shop, { ...group, orders: [referred, referred] }).body).toMatch(/^Your reference: +PO-7$/m)
  expect(write(shop, { ...group, orders: [referred, order] }).body).not.toContain('PO-7')
})

test('each kind of order mail has its own', () => {
  const kinds = Object.values(orderMails).map((write) => write(shop, order).kind)

  expect(kinds).toEqual(['order-placed', 'order-paid', 'order-cancelled'])
})

test('the mail of a new order leads to its payment', () => {
  expect(orderPlacedMail(shop, order).body).toContain(`https://parts.example.com/dashboard/payment/${order._id}\n`)
})

test('links carry their token whole', () => {
  const token = 'a+b/c=d&e f'

  const links = [verifyEmailMail, resetPasswordMail, signInLinkMail].map(
    (write) => write(shop, 'ann@example.com', token, 60, { empties: false }).body.match(/https:\S+\?\S+/)![0],
  )

  expect(links.map((link) => new URL(link).pathname)).toEqual(['/verify-email', '/reset-password', '/sign-in-link'])
  expect(links.map((link) => new URL(link).searchParams.get('token'))).toEqual([token, token, token])
})

test('no text can begin another header or line', () => {
  const hostile = { ...order, name: 'Board\r\nBcc: all@example.com\u2028X: y\u0000' }

  const mails = Object.values(orderMails).map((write) => write({ ...shop, shopName: 'A\nB' }, hostile))

  for (const mail of mails) {
    expect(mail.subject).not.toMatch(/[\p{Cc}\u2028]/u)
    expect(mail.body).not.toMatch(/^Bcc:/m)
  }
})

test('a mail repeats nothing that its reader did not choose', () => {
  const named = { ...order, displayName: 'Win a prize at evil.example', address: 'evil.example' }

  for (const write of Object.values(orderMails)) expect(write(shop, named).body).not.toContain('evil.example')
})

test("a visitor's words are marked line by line, and leave no other trace in the mail to the admins", () => {
  const written = { id: order._id, name: 'Ann\nTo: x', email: 'ann@example.com', message: 'One\r\n\u2028Kind regards\u0007\rTwo' }

  const mail = contactMessageMail(shop, 'admin@example.com', written)

  expect(mail).toMatchObject({ kind: 'contact-message', recipient: 'admin@example.com', ref: `${order._id} admin@example.com` })
  expect(mail.subject).not.toContain('Ann')
  expect(mail.body).toContain('Name:   Ann To: x\n')
  expect(mail.body).toContain('\n\n> One\n>\n> Kind regards\n> Two\n\n')
  expect(mail.body).toContain('https://parts.example.com/dashboard/messages\n')
})

test('the mails about a refund name order, payment, amount and cause, and say who does what (26)', () => {
  const due = refundDueMail(shop, 'admin@example.com', refund)
  const late = refundLateMail(shop, 'admin@example.com', refund, 15)

  for (const mail of [due, late]) {
    expect(mail).toMatchObject({ recipient: 'admin@example.com', ref: 'pi_7 admin@example.com' })
    for (const fact of [order.number, 'pi_7', refund.reason]) expect(mail.body).toContain(fact)
    expect(mail.body).toContain('https://parts.example.com/dashboard/health\n')
  }
  expect(due.body).toContain('by itself, in full and once')
  expect(late.body).toContain('for 15 minutes')
})

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
  ['"><svg/onload=alert(1)>', '&quot;&gt;&lt;svg/onload=alert(1)&gt;'],
  ["' onmouseover='alert(1)", '&#39; onmouseover=&#39;alert(1)'],
  ['</title></style><script>alert(1)</script>', '&lt;/title&gt;&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['<!--', '&lt;!--'],
  ['&lt;b&gt; &amp; &#60;', '&amp;lt;b&amp;gt; &amp;amp; &amp;#60;'],
  ['[link](javascript:alert(1))', '[link](javascript:alert(1))'],
  ['${1}$&$`{{7*7}}', '${1}$&amp;$`{{7*7}}'],
])('the name %j is shown as it is in every mail, and changes nothing around it', (name, escaped) => {
  const harmless = allMails('HARMLESS').map(({ html }) => html.replaceAll('HARMLESS', () => escaped))

  expect(allMails(name).map(({ html }) => html)).toEqual(harmless)
})

test('a mail loads nothing, runs nothing, and links only to the shop', () => {
  for (const { html } of allMails('T-con board')) {
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form|svg|video|audio|base)/i)
    expect(html).not.toMatch(/src=|srcset=|url\(|@import|http-equiv| on\w+=/i)
    const links = Array.from(html.matchAll(/href="([^"]*)"/g), ([, address]) => address)
    for (const address of links) expect(address).toMatch(/^https:\/\/parts\.example\.com(\/|$)/)
  }
})

test('the mails about an API key tell which one it is, what it allows and where to end it, and not its name', () => {
  const created = apiKeyCreatedMail(shop, 'ann@example.com', { ...apiKey, name: 'evil.example' })
  const revoked = apiKeyRevokedMail(shop, 'ann@example.com', { ...apiKey, name: 'evil.example' })

  expect(created).toMatchObject({ kind: 'api-key-created', ref: apiKey._id, recipient: 'ann@example.com' })
  expect(revoked).toMatchObject({ kind: 'api-key-revoked', ref: apiKey._id, recipient: 'ann@example.com' })
  expect(created.body).toContain('quotes:read, orders:write')
  expect(created.body).toContain('it is revoked')
  for (const mail of [created, revoked]) {
    const { body } = mail
    expect(body).toContain('tfk_Ab3x...')
    expect(body).toContain('https://parts.example.com/dashboard/profile/developers\n')
    expect(body + sentHtml(mail)).not.toContain('evil.example')
  }
})

test('the mails about a webhook name its host, and not the path of its address, which may be a secret', () => {
  const created = webhookCreatedMail(shop, 'ann@example.com', webhook)
  const disabled = webhookDisabledMail(shop, 'ann@example.com', webhook, {
    id: 'delivery',
    isGone: false,
    problem: 'It answered with 500.',
  })

  expect([created.kind, disabled.kind, disabled.ref]).toEqual(['webhook-created', 'webhook-disabled', `${webhook._id} delivery`])
  for (const mail of [created, disabled]) {
    expect(mail.body).toContain('erp.example.com:8443')
    expect(mail.body + sentHtml(mail)).not.toContain('secret-path')
  }
  expect(disabled.body).toContain('It answered with 500.')
})

test('text and HTML of a mail say the same, with the same links', () => {
  for (const { body, html, subject } of allMails('T-con board')) {
    const shown = html
      .replace(/<(style|title)>[^]*?<\/\1>/g, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
    expect(shown).toContain(subject)
    for (const line of body.split('\n')) {
      for (const words of line.replace(/^> /, '').split(/: {2,}/)) expect(shown).toContain(words.replace(/:$/, ''))
    }
  }
})

test('a mail is as wide as its window, but at most 600 px, and follows a dark screen', () => {
  for (const { html } of allMails('T-con board')) {
    expect(html).toContain('width:100%;max-width:600px')
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme: dark)')
  }
})

test("a visitor's words stand apart in the HTML too, line by line", () => {
  const written = { id: order._id, name: 'Vera', email: 'vera@example.com', message: 'One\r\n\nKind regards\u202e' }

  const html = sentHtml(contactMessageMail(shop, 'admin@example.com', written))

  expect(html).toMatch(/border-left:[^>]*>One<br><br>Kind regards<\/td>/)
})

test('only mails with a link for a while are good for a while', () => {
  const passing = allMails('T-con board').filter(({ linkMinutes }) => linkMinutes !== undefined)

  expect(passing.map(({ kind, linkMinutes }) => [kind, linkMinutes])).toEqual([
    ['verify-email', 60],
    ['reset-password', 60],
    ['sign-in-link', 60],
  ])
})

import { expect, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import {
  contactMessageLetter,
  orderCancelledLetter,
  orderPaidLetter,
  orderPlacedLetter,
  orderShippedLetter,
  resetPasswordLetter,
  verifyEmailLetter,
} from './letters.ts'

const shop = { shopName: 'Teleforge', shopUrl: 'https://parts.example.com' }

const order: Order = {
  _id: '0b5f2c1e-6f0a-4a5c-9d6e-2f1b3c4d5e6f',
  partsId: '7d3f2c1e-6f0a-4a5c-9d6e-2f1b3c4d5e6f',
  name: 'LED driver board',
  img: '/images/x.webp',
  displayName: 'Ann',
  email: 'ann@example.com',
  phone: '1',
  address: 'Dock Road 1',
  price: 0.0385,
  orderQuantity: 12_000,
  totalPrice: 462,
  paid: false,
  shipped: false,
  transactionId: '',
  createdAt: '2026-01-31T10:15:30.123Z',
}

const orderLetters = { orderPlacedLetter, orderPaidLetter, orderShippedLetter, orderCancelledLetter }

test.each(Object.entries(orderLetters))('%s says which order it is about, and is signed', (_, write) => {
  const mail = write(shop, order)

  expect(mail).toMatchObject({ ref: order._id, recipient: order.email })
  expect(mail.subject).toContain(order.name)
  expect(mail.body).toContain(`Order:     ${order._id}`)
  expect(mail.body).toContain('Quantity:  12000 pieces')
  expect(mail.body).toContain('Total:     $462')
  expect(mail.body).toMatch(/Kind regards\nTeleforge\nhttps:\/\/parts\.example\.com\n$/)
})

test('each kind of order mail has its own', () => {
  const kinds = Object.values(orderLetters).map((write) => write(shop, order).kind)

  expect(kinds).toEqual(['order-placed', 'order-paid', 'order-shipped', 'order-cancelled'])
})

test('the mail of a new order leads to its payment', () => {
  expect(orderPlacedLetter(shop, order).body).toContain(`https://parts.example.com/dashboard/payment/${order._id}\n`)
})

test('links carry their token whole', () => {
  const token = 'a+b/c=d&e f'

  const links = [verifyEmailLetter, resetPasswordLetter].map(
    (write) => write(shop, 'ann@example.com', token, 60).body.match(/https:\S+\?\S+/)![0],
  )

  expect(links.map((link) => new URL(link).pathname)).toEqual(['/verify-email', '/reset-password'])
  expect(links.map((link) => new URL(link).searchParams.get('token'))).toEqual([token, token])
})

test('no text can begin another header or line', () => {
  const hostile = { ...order, name: 'Board\r\nBcc: all@example.com\u2028X: y\u0000' }

  const mails = Object.values(orderLetters).map((write) => write({ ...shop, shopName: 'A\nB' }, hostile))

  for (const mail of mails) {
    expect(mail.subject).not.toMatch(/[\p{Cc}\u2028]/u)
    expect(mail.body).not.toMatch(/^Bcc:/m)
  }
})

test('a mail repeats nothing that its reader did not choose', () => {
  const named = { ...order, displayName: 'Win a prize at evil.example', address: 'evil.example' }

  for (const write of Object.values(orderLetters)) expect(write(shop, named).body).not.toContain('evil.example')
})

test("a visitor's words are marked line by line, and leave no other trace in the mail to the admins", () => {
  const written = { id: order._id, name: 'Ann\nTo: x', email: 'ann@example.com', message: 'One\r\n\u2028Kind regards\u0007\rTwo' }

  const mail = contactMessageLetter(shop, 'admin@example.com', written)

  expect(mail).toMatchObject({ kind: 'contact-message', recipient: 'admin@example.com', ref: `${order._id} admin@example.com` })
  expect(mail.subject).not.toContain('Ann')
  expect(mail.body).toContain('Name:   Ann To: x\n')
  expect(mail.body).toContain('\n\n> One\n>\n> Kind regards\n> Two\n\n')
  expect(mail.body).toContain('https://parts.example.com/dashboard/messages\n')
})

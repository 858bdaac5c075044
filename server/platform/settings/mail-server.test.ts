import { expect, test } from 'vitest'
import { readMailServer } from './mail-server.ts'

test('an address contains the mail server, its security and the login', () => {
  expect(readMailServer('smtp://shop%40example.com:p%40ss%3A%2F%25@Mail.Example.com')).toEqual({
    host: 'mail.example.com',
    port: 587,
    security: 'starttls',
    login: { user: 'shop@example.com', password: 'p@ss:/%' },
  })
})

test.each([
  ['smtps://mail.example.com', 465, 'tls'],
  ['smtps://mail.example.com:2465', 2465, 'tls'],
  ['smtp://mail.example.com:25/', 25, 'starttls'],
  ['smtp://127.0.0.1.example.com', 587, 'starttls'],
  ['smtp://localhost.example.com', 587, 'starttls'],
  ['smtp://10.0.0.1', 587, 'starttls'],
  ['smtp://localhost:1025', 1025, 'loopback'],
  ['smtp://127.0.0.1:1025', 1025, 'loopback'],
  ['smtp://[::1]:1025', 1025, 'loopback'],
  ['smtps://localhost', 465, 'tls'],
])('%s is port %i by %s, without login', (address, port, security) => {
  expect(readMailServer(address)).toMatchObject({ port, security, login: undefined })
})

test.each([
  'mail.example.com',
  'http://mail.example.com',
  'smtp://',
  'smtp://user@mail.example.com',
  'smtp://:word@mail.example.com',
  'smtp://user:50%@mail.example.com',
  'smtp://user:wo/rd@mail.example.com',
  'smtp://user:wo#rd@mail.example.com',
  'smtp://mail.example.com?tls.rejectUnauthorized=false',
  'smtp://mail.example.com/path',
  'smtp://mail example.com',
  'smtp://mail.example.com:99999',
])('%s is refused', (address) => {
  expect(readMailServer(address)).toBeUndefined()
})

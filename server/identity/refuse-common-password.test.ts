import { expect, test } from 'vitest'
import { PASSWORD_PATTERN } from '#contract/people/identity.ts'
import { messages } from '#contract/basics/messages.ts'
import { newPerson, openBrowser } from '#tests/support/browser/browser.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'

const rule = new RegExp(PASSWORD_PATTERN, 'u')

test.each([
  'P@ssw0rd1',
  'Password1!',
  'Passw0rd!',
  'P@$$w0rd',
  'Pa$$word1',
  'Password@2026',
  'Welcome1!',
  'Welcome2026!',
  'Admin@123',
  'Administrator1!',
  'Qwerty123!',
  '1q2w3e4r5T!',
  '1qaz@WSX',
  '!QAZ2wsx',
  'Zaq12wsx!',
  'Abc123!@#',
  'Abcd1234!',
  'Aa123456!',
  'Aa@12345678',
  'Ab1234567!',
  'Aaaaaa1!',
  'Abababab1!',
  'Summer2026!',
  'Test1234!',
  'L3tmein!1',
  'Iloveyou1!',
  'Monkey-1234',
  'Changeme1!',
  'Michael1!',
  'Teleforge1!',
  '!!Dragon99',
  'Hello123!',
])('%s satisfies the rule and is refused all the same, because it is a common password', (password) => {
  expect(password).toMatch(rule)
  expect(() => refuseCommonPassword('password', password)).toThrow(messages.passwordCommon)
})

test.each([
  'Soldering-Iron-7',
  'Journey-pass-1',
  'Fresh-Flux-2026',
  'Trial-admin-1',
  'correct Horse 9-battery',
  'Kx9#vTq2',
  '5#8@2!9aB',
  'Welcome to the 3 coils.',
  'Red-Panda-eats-14',
  'Passagen-Werk-1982!',
  'My dog is called 8 Bit!',
  'Ü1!aaBcdX9',
])('%s is taken', (password) => {
  expect(password).toMatch(rule)
  expect(() => refuseCommonPassword('password', password)).not.toThrow()
})

test('a registration with a common password is refused on its field, with its own message', async () => {
  const shop = await openShop()
  const person = { ...newPerson(), password: 'P@ssw0rd1' }

  const answer = await openBrowser(shop).call('POST', '/auth/sign-up/email', person)

  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toEqual([{ field: 'password', message: messages.passwordCommon }])
  expect((await openBrowser(shop).call('POST', '/auth/sign-up/email', { ...person, password: 'Kx9#vTq2' })).statusCode).toBe(200)
})

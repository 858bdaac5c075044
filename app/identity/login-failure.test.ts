import { expect, test } from 'vitest'
import { loginFailure } from '#app/identity/login-failure.ts'

test.each([
  ['Email or password is wrong.', 'mail failed', 'Email or password is wrong.'],
  ['1234567', 'mail failed', '1234567'],
  ['123456', 'mail failed', 'mail failed'],
  ['', 'mail failed', 'mail failed'],
  [undefined, 'mail failed', 'mail failed'],
  ['123456', undefined, undefined],
  [undefined, undefined, undefined],
])('authentication %j and reset mail %j are told as %j', (authentication, resetMail, told) => {
  expect(loginFailure(authentication, resetMail)).toBe(told)
})

import { expect, test } from 'vitest'
import { connect } from '#database/connect.ts'
import { buildApp } from '#server/app.ts'
import { goodPassword, newPerson, openBrowser, registeredBrowser } from '#tests/support/browser/browser.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { createIdentity } from './identity.ts'

test('while the database is unavailable, every identity call says so and no session ends', async () => {
  const shop = await openShop()
  const { browser, person } = await registeredBrowser(shop)
  const db = connect({ host: '127.0.0.1', port: 1 })
  const app = await buildApp({ ...shop.services, db, identity: await createIdentity({ ...shop.services, db }) })
  const { call } = openBrowser({ ...shop, app })
  const cookie = Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join('; ')

  const answers = await Promise.all([
    call('POST', '/auth/sign-up/email', newPerson()),
    call('POST', '/auth/sign-in/email', { email: person.email, password: goodPassword }),
    call('GET', '/auth/get-session', undefined, { cookie }),
    call('PUT', `/user/${person.email}`, { email: person.email }, { cookie }),
    call('POST', '/auth/request-password-reset', { email: person.email }),
    call('POST', '/auth/reset-password', { token: 'x', newPassword: goodPassword }),
    call('POST', '/auth/sign-out', undefined, { cookie }),
  ])

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array<number>(7).fill(503))
  expect(answers.flatMap(({ cookies }) => cookies)).toEqual([])
})

import fastify from 'fastify'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { defineCalls } from '#contract/basics/call.ts'
import { registerCall, routeOf } from './register-call.ts'
import { markDeprecated } from './mark-deprecated.ts'

const calls = defineCalls('Parts', 'parts', {
  old: {
    method: 'GET',
    path: '/old',
    policy: 'public',
    summary: 'An old call',
    deprecated: { since: '2026-11-25', until: '2027-11-25', use: 'GET /new' },
    response: Type.Object({}),
  },
  current: { method: 'GET', path: '/new', policy: 'public', summary: 'A new call', response: Type.Object({}) },
})

test('answers of a deprecated call say since when, until when, and what to use, beside the next page; others do not', async () => {
  const app = fastify()
  markDeprecated(app, 'https://shop.example')
  for (const call of Object.values(calls))
    registerCall(app, call, ({ reply }) => {
      reply.header('link', '</api/old?after=1>; rel="next"')
      return {}
    })

  const [old, current] = [await app.inject('/old'), await app.inject('/new')]

  expect(old.headers).toMatchObject({
    deprecation: '@1795564800',
    sunset: 'Thu, 25 Nov 2027 00:00:00 GMT',
    link: '</api/old?after=1>; rel="next", <https://shop.example/api/docs>; rel="deprecation"; title="GET /new"',
  })
  expect(current.headers).not.toHaveProperty('deprecation')
  expect(routeOf(calls.old).schema).toMatchObject({ deprecated: true })
})

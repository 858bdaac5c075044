import { expect, test } from 'vitest'
import { tooFewConnections } from './keep-shop.ts'

test('more processes than the database has connections for are told, with what to do (95)', () => {
  expect(tooFewConnections(4, 90)).toBeUndefined()
  expect(tooFewConnections(4, 89)).toBe(
    'SHOP_PROCESSES is 4: together they may open 90 connections, and the database allows 89. Set it lower, raise max_connections, or put a pooler between.',
  )
})

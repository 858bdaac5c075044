import { expect, test } from 'vitest'
import { parseDatabaseUrl } from './database-url.ts'
import { inDatabase } from './in-database.ts'

test.each([
  [
    'postgres://shop:pass%2Fword@one.example:5433/parts?sslmode=require',
    'postgres://shop:pass%2Fword@one.example:5433/other?sslmode=require',
  ],
  ['postgresql://one.example:5433,two.example:5434/parts', 'postgresql://one.example:5433,two.example:5434/other'],
  ['postgres://one.example', 'postgres://one.example/other'],
  ['postgres://one.example?sslmode=require&dbname=parts', 'postgres://one.example/other?sslmode=require'],
  ['postgres:///parts?host=/run/postgresql', 'postgres:///other?host=/run/postgresql'],
])('%s is the same server with another database', (connectionString, expected) => {
  expect(inDatabase({ connectionString }, 'other')).toEqual({ connectionString: expected })
  expect(parseDatabaseUrl(expected).database).toBe('other')
})

test('a server without a URI keeps its socket, and a name with a slash stays one name', () => {
  expect(inDatabase({ host: '/run/shop', user: 'shop', database: 'parts' }, 'other')).toEqual({
    host: '/run/shop',
    user: 'shop',
    database: 'other',
  })
  const { connectionString } = inDatabase({ connectionString: 'postgres://one.example/parts' }, 'a/b?c')
  expect(parseDatabaseUrl(connectionString!).database).toBe('a/b?c')
})

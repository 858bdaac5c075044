import { expect, inject, test } from 'vitest'
import { openDatabaseDouble, urlOf } from '#tests/support/database/database-double.ts'
import { readSettings } from '../settings/settings.ts'
import { openDatabase } from './open-database.ts'

async function stoppedServer() {
  const server = await openDatabaseDouble(inject('postgres'))
  await server.stop()
  return { server, settings: readSettings({ DATABASE_URL: urlOf(inject('postgres'), `127.0.0.1:${server.port}`) }) }
}

test('a start waits for a database that is not there yet, and says so once (54)', async () => {
  const { server, settings } = await stoppedServer()
  const said: string[] = []

  const opened = await openDatabase(settings, (line) => {
    said.push(line)
    void server.start()
  })

  expect(opened.description).toBe(`PostgreSQL at 127.0.0.1:${server.port}`)
  expect(said).toEqual([
    expect.stringMatching(/^The PostgreSQL at 127\.0\.0\.1:\d+ does not answer yet: connect ECONNREFUSED \S+ Waiting for 20 s\.$/),
  ])
})

test('a start that is given up waits no longer', async () => {
  const { settings } = await stoppedServer()
  let isOver = false

  const opening = openDatabase(
    settings,
    () => (isOver = true),
    () => isOver,
  )

  await expect(opening).rejects.toThrow(/^The PostgreSQL at \S+ \(DATABASE_URL\) cannot be used: connect ECONNREFUSED/)
})

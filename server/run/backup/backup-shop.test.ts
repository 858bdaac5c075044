import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { inDatabase } from '#database/in-database.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { listBackups } from './list-backups.ts'
import { backUpShop } from './backup-shop.ts'

/** From now on the server is not told of the end of a connection before the end of the test, as by a slow network. */
function keepConnectionsOpen(): void {
  const { end } = pg.Client.prototype
  const kept: pg.Client[] = []
  const ending = vi.spyOn(pg.Client.prototype, 'end').mockImplementation(function (this: pg.Client, ended?: (error?: Error) => void) {
    kept.push(this)
    ended?.()
    return Promise.resolve()
  } as typeof end)
  onTestFinished(async () => {
    ending.mockRestore()
    await Promise.all(kept.map((client) => client.end()))
  })
}

test('a backup that fails half way leaves nothing, and the next one begins at once, as it does after one that is made', async () => {
  const shop = await openShop()
  const { dataDir } = shop.services.settings
  const { rows } = await shop.db.$client.query<{ name: string }>('select current_database() as name')
  const backups = join(dataDir, 'backups')
  const backUp = (name: string, failsAt?: string) => {
    const say = (line: string) => {
      if (failsAt !== undefined && line.startsWith(failsAt)) throw new Error('The disk is full')
    }
    return backUpShop({ connection: inDatabase(inject('postgres'), rows[0]!.name), dataDir, folder: join(backups, name), say })
  }
  keepConnectionsOpen()

  await expect(backUp('2026-02-01T10-15-30Z', 'public.orders:')).rejects.toThrow('The disk is full')
  expect(await readdir(backups)).toEqual([])
  await backUp('2026-02-02T10-15-30Z')
  await expect(backUp('2026-02-03T10-15-30Z', '')).rejects.toThrow('The disk is full')

  expect(await readdir(backups)).toEqual(['2026-02-02T10-15-30Z'])
  expect(await listBackups(backups)).toHaveLength(1)
})

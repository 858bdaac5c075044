import { spawnSync } from 'node:child_process'
import type { ConnectionSettings } from '#database/connect.ts'

/** Repeats the statement in another process until it finds a row. The event loop of this process is blocked meanwhile. */
export function waitInAnotherProcess(settings: ConnectionSettings, statement: string): void {
  const program = `
    const pg = require('pg')
    const client = new pg.Client(${JSON.stringify(settings)})
    client.connect().then(async () => {
      while ((await client.query(${JSON.stringify(statement)})).rowCount === 0);
      await client.end()
    })`
  const { status, stderr } = spawnSync(process.execPath, ['--eval', program], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The other process failed: ${stderr}`)
}

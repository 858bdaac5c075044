import { Socket } from 'node:net'
import type pg from 'pg'

/** A stopped server, or one behind a cut line, keeps its connections open and says nothing, nor ends any statement. */
export function giveUpInSilence(client: pg.PoolClient, limitMs: number): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  let writtenWhenReady = stream.bytesWritten
  client.connection.on('readyForQuery', () => (writtenWhenReady = stream.bytesWritten))
  stream.setTimeout(limitMs, () => {
    if (stream.bytesWritten === writtenWhenReady) return
    stream.destroy(Object.assign(new Error('the database server does not answer'), { code: 'ETIMEDOUT' }))
  })
}

import type { ConnectionSettings } from './open-pool.ts'

const URI = /^(?<server>postgres(?:ql)?:\/\/[^/?#]*)(?:\/[^?#]*)?(?:\?(?<parameters>.*))?$/

/** The same server and login, another database. */
export function inDatabase(settings: ConnectionSettings, database: string): ConnectionSettings {
  const { connectionString } = settings
  if (connectionString === undefined) return { ...settings, database }
  const { server = '', parameters } = URI.exec(connectionString)?.groups ?? {}
  // It would override the name in the path.
  const others = parameters?.split('&').filter((parameter) => !parameter.startsWith('dbname=')) ?? []
  const query = others.length > 0 ? `?${others.join('&')}` : ''
  return { ...settings, connectionString: `${server}/${encodeURIComponent(database)}${query}` }
}

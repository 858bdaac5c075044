import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { addressHere, type Settings } from '../../platform/settings/settings.ts'

/** Where an HTTP server is to listen. */
export type Place = { host: string; port: number }

/**
 * Where the shop is to listen. With PORT=0 and no SHOP_URL the port is taken at once: links, redirects and trusted origins name it, so it
 * has to be known before services are opened.
 */
export async function choosePlace(settings: Settings): Promise<Place> {
  const { host, port } = settings
  if (port !== 0 || settings.shopUrl !== addressHere(0)) return { host, port }
  const place = await takePort(host)
  settings.port = place.port
  settings.shopUrl = addressHere(place.port)
  return place
}

/** Takes a port that is free, for a server of this process that listens on it later. Connections that arrive earlier are closed. */
export async function takePort(host: string): Promise<Place> {
  const holder = createServer((early) => early.destroy()).listen(0, host)
  await once(holder, 'listening')
  const { address, port } = holder.address() as AddressInfo
  const place: Place & { _handle: unknown } = {
    host: address,
    port,
    // Instead of opening a socket, Node listens on that of an object with this field: "server.listen(handle)" in its documentation.
    _handle: Reflect.get(holder, '_handle'),
  }
  return place
}

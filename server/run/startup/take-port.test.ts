import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '../../platform/settings/settings.ts'
import { choosePlace, takePort } from './take-port.ts'

/** An app that listens at this address during a test. */
async function openApp(place: { host: string; port: number }) {
  const app = fastify()
  app.get('/', () => 'open')
  onTestFinished(() => app.close())
  return { app, address: await app.listen(place) }
}

const listening = async (server: Server) => {
  await once(server, 'listening')
  server.close()
}

/** Only a server that has taken over a port gives it back. */
const giveBack = (place: { port: number }) => onTestFinished(() => listening(createServer().listen(place)))

test('nobody else gets a port that was taken, before and after a server listens on it', async () => {
  const place = await takePort('127.0.0.1')
  const another = () => listening(createServer().listen(place.port, '127.0.0.1'))

  await expect(another()).rejects.toThrow('EADDRINUSE')
  const { address } = await openApp(place)

  await expect(another()).rejects.toThrow('EADDRINUSE')
  expect(address).toBe(`http://127.0.0.1:${place.port}`)
  expect(await (await fetch(address)).text()).toBe('open')
})

test('a server that has taken over a port gives it back when it closes', async () => {
  const place = await takePort('127.0.0.1')
  const { app } = await openApp(place)

  await app.close()

  expect([app.server.listening, app.server.address()]).toEqual([false, null])
})

test('a request that comes before the server listens is not answered', async () => {
  const place = await takePort('127.0.0.1')
  giveBack(place)

  await expect(fetch(`http://127.0.0.1:${place.port}`)).rejects.toThrow('fetch failed')
})

test('with PORT=0 the address of the shop names the port that it gets', async () => {
  const settings = readSettings({ PORT: '0' })

  const place = await choosePlace(settings)
  giveBack(place)

  expect(place.port).toBeGreaterThan(0)
  expect(settings).toMatchObject({ port: place.port, shopUrl: `http://localhost:${place.port}` })
})

test.each([
  [{ PORT: '4000' }, 4_000, 'http://localhost:4000'],
  [{ PORT: '0', SHOP_URL: 'https://parts.example.com' }, 0, 'https://parts.example.com'],
])('%j is left as it is', async (env, port, shopUrl) => {
  const settings = readSettings(env)

  expect(await choosePlace(settings)).toEqual({ host: '127.0.0.1', port })
  expect(settings).toMatchObject({ port, shopUrl })
})

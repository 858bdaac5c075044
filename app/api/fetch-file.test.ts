import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#app/api/api-error.ts'
import { fetchFile } from '#app/api/fetch-file.ts'
import { openFaultyServer, type FaultyServer } from '#tests/support/doubles/faulty-server.ts'

let server: FaultyServer

afterEach(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

/** Fetches from a server of this listener, as a page of the shop does. */
async function fetchFrom(listener: Parameters<typeof openFaultyServer>[0]): Promise<Blob> {
  server = await openFaultyServer(listener)
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`${server.url}${path}`, init))
  return fetchFile({ path: '/allOrderFile?format=csv', isPublic: true })
}

test('a file that comes in pieces, without a length, is fetched whole', async () => {
  const file = await fetchFrom((_, response) => {
    response.write('Order\r\n')
    response.end('O-000001\r\n')
  })

  expect(await file.text()).toBe('Order\r\nO-000001\r\n')
})

test('a file that breaks off fails, and is not taken for a short one', async () => {
  const fetching = fetchFrom((request, response) => void response.write('Order\r\nO-000001\r\n', () => request.socket.destroy()))

  await expect(fetching).rejects.toThrow(TypeError)
})

test('a file that the shop refuses fails with its sentence', async () => {
  const refusal = { code: 'INVALID_INPUT', message: 'More than 100,000 orders match. Choose CSV, or fewer days.' }
  const fetching = fetchFrom(
    (_, response) => void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal)),
  )

  await expect(fetching).rejects.toThrow(new ApiError(400, refusal as never))
})

import { randomBytes } from 'node:crypto'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { publicDataContext } from '#app/api/public-data.ts'
import { isDatabaseBusy } from '#database/database-trouble.ts'
import type { Services } from '../../services.ts'
import { drawnShop, readPublicData } from './public-data.ts'

/**
 * Renders the whole page of one URL. It gets no cookies or other headers of the request. The nonce is on the page's own
 * scripts; in development there is none.
 */
type DrawPage = (path: string) => Promise<DrawnPage>

/** `failure`: why the database did not give what the page shows, if it did not. */
type DrawnPage = { status: number; headers: Headers; body: Buffer; nonce: string; failure: unknown }

/** @param loadBuild the built storefront, or Vite's current one. */
export function pageDrawer(services: Services, loadBuild: () => Promise<ServerBuild>): DrawPage {
  const { development, shopUrl } = services.settings
  const render = createRequestHandler(loadBuild, development ? 'development' : 'production')
  const data = readPublicData(services)
  return async (path) => {
    // Pages in development keep their policy without hashes, and React would miss the nonce that the browser hides from it.
    const nonce = development ? '' : randomBytes(16).toString('base64')
    const context = new RouterContextProvider()
    let failure: unknown
    const reportFailure = (error: unknown) => {
      if (isDatabaseBusy(error)) failure = error
      data.reportFailure?.(error)
    }
    context.set(publicDataContext, { ...data, ...(await drawnShop(services, path)), reportFailure, nonce })
    const page = await render(new Request(addressOf(shopUrl, path)), context)
    return { status: page.status, headers: page.headers, body: Buffer.from(await page.arrayBuffer()), nonce, failure }
  }
}

/** The origin comes from the configuration, never from the Host header. A path such as //elsewhere stays a path. */
function addressOf(shopUrl: string, pathAndQuery: string): URL {
  const url = new URL(shopUrl)
  const [path = '/', query = ''] = pathAndQuery.split(/\?(.*)/s)
  url.pathname = path
  url.search = query
  return url
}

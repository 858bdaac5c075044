import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router'
import { NonceContext } from '#app/layout/nonce.ts'
import { publicData } from '#app/public-data.ts'

/** How long a loader's late data may keep an answer open, in milliseconds. */
export const streamTimeout = 5_000
/** Rendering ends a moment after the data, so that the places of late data are still told that it failed. */
const RENDER_TIMEOUT_MS = streamTimeout + 1_000

/** Renders one page. It is answered once it is complete: the server keeps it, and hashes its scripts, as a whole. */
export default function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Response | Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const { nonce: givenNonce, reportFailure } = publicData(context)
  const nonce = givenNonce || undefined

  return new Promise((resolve, reject) => {
    let frameStands = false
    let finalStatus = status

    function answer() {
      const body = new PassThrough({
        final(done) {
          clearTimeout(timer)
          done()
        },
      })
      pipe(body)
      resolve(new Response(createReadableStreamFromReadable(body), { status: finalStatus, headers }))
    }

    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        onShellReady() {
          frameStands = true
        },
        onAllReady: answer,
        onShellError(error) {
          clearTimeout(timer)
          reject(error)
        },
        onError(error) {
          finalStatus = 500
          // Before that, the rejection above reports it.
          if (frameStands) reportFailure?.(error)
        },
      },
    )
    const timer = setTimeout(() => abort(new Error('Rendering took too long')), RENDER_TIMEOUT_MS)
  })
}

/** What failed in a loader or while drawing; a visitor who left early is no failure. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs) {
  if (!request.signal.aborted) publicData(context).reportFailure?.(error)
}

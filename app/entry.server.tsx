import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router'
import { NonceContext } from '#app/layout/nonce.ts'
import { publicData } from '#app/api/public-data.ts'

/** Timeout of a loader's streamed data in milliseconds. */
export const streamTimeout = 5_000
/** Rendering ends shortly after the data, so that the failure of late data is still rendered. */
const RENDER_TIMEOUT_MS = streamTimeout + 1_000

/** Renders a page and sends it when it is complete: the server caches it and hashes its scripts as a whole. */
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
          // Earlier errors are reported by the rejection above.
          if (frameStands) reportFailure?.(error)
        },
      },
    )
    const timer = setTimeout(() => abort(new Error('Rendering took too long')), RENDER_TIMEOUT_MS)
  })
}

/** Reports errors of loaders and rendering, except aborted requests. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs) {
  if (!request.signal.aborted) publicData(context).reportFailure?.(error)
}

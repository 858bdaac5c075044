const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

/**
 * The page as it was rendered, or compressed for a browser that takes it so: about a sixth of the bytes.
 * @param acceptEncoding the request's header of that name.
 */
export function compressPage(page: Response, acceptEncoding: string | undefined): Response {
  const headers = new Headers(page.headers)
  headers.append('vary', 'accept-encoding')
  const { body, status } = page
  if (!body || !TAKES_GZIP.test(acceptEncoding ?? '')) return new Response(body, { status, headers })
  headers.set('content-encoding', 'gzip')
  headers.delete('content-length')
  return new Response(body.pipeThrough(new CompressionStream('gzip')), { status, headers })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { clampPage } from '../paging/clamp-page.ts'

/** Mails have `id`. */
type Row = { _id: string } | { id: string }

/**
 * Names the next page in `Link` (RFC 8288, `rel="next"`): the same query, `after` the last row of this page. A page that is not full is the
 * last one and has none.
 * @param rows the field of the answer that has the rows.
 */
export function linkNext<Rows extends string, Page extends Record<Rows, Row[]>>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  rows: Rows,
  page: Page,
): Page {
  const last = page[rows].at(-1)
  if (!last || page[rows].length < clampPage(request.query as { size: number }).size) return page
  const next = new URL(request.url, 'http://shop')
  next.searchParams.delete('page')
  next.searchParams.set('after', '_id' in last ? last._id : last.id)
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
  return page
}

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number | string }
type Attributes = { key: string; value: Value }[]
type Body = {
  resourceSpans: {
    resource: { attributes: Attributes }
    scopeSpans: {
      spans: {
        name: string
        kind: number
        traceId: string
        spanId: string
        parentSpanId?: string
        status: { code?: number }
        attributes: Attributes
      }[]
    }[]
  }[]
}

/** A span as it was sent, with the facts of its process. */
export type SentSpan = {
  name: string
  /** 2: a request that was answered; 3: something that was asked. */
  kind: number
  traceId: string
  spanId: string
  parent: string | undefined
  failed: boolean
  attributes: Record<string, string | number | undefined>
  of: Record<string, string | number | undefined>
}

export type TraceCollector = {
  url: string
  /** As they came, each with its headers. */
  received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[]
  /** Of the bodies in JSON. */
  spans(): SentSpan[]
  /** Answers no more, and leaves requests open. */
  hangs: boolean
  /** Requests that wait for an answer. */
  open: number
  close(): Promise<void>
}

/** A collector of OpenTelemetry on loopback, which keeps what it gets. */
export async function openTraceCollector(): Promise<TraceCollector> {
  const http = createServer((request, response) => {
    const chunks: Buffer[] = []
    collector.open += 1
    response.on('close', () => (collector.open -= 1))
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      collector.received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      if (!collector.hangs) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const collector: TraceCollector = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    received: [],
    spans: () => collector.received.flatMap(({ body }) => spansOf(JSON.parse(String(body)) as Body)),
    hangs: false,
    open: 0,
    async close() {
      http.close()
      http.closeAllConnections()
      await once(http, 'close')
    },
  }
  return collector
}

const spansOf = ({ resourceSpans }: Body): SentSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, kind, traceId, spanId, parentSpanId, status, attributes }) => ({
        name,
        kind,
        traceId,
        spanId,
        parent: parentSpanId || undefined,
        failed: status.code === 2,
        attributes: recordOf(attributes),
        of: recordOf(resource.attributes),
      })),
    ),
  )

const recordOf = (attributes: Attributes) =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? undefined : Number(intValue)),
    ]),
  )

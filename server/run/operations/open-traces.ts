import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Context, type Span } from '@opentelemetry/api'
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import { toldWork, type ToldWork } from '#database/told-work.ts'
import { sqlState } from '#database/sql-state.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { sampleLines } from '../../platform/http/sample-lines.ts'
import type { TraceSettings } from '../../platform/settings/traces.ts'

/** Of a shutdown, for the last traces; a collector that does not answer by then does not get them. */
const LAST_MS = 2_000
/** Between two lines of the log about traces that were not taken. */
const SAY_EVERY_MS = 600_000

type TracedProcess = { role: string; log: FastifyBaseLogger; lastMs?: number }

export type Traces = {
  /** Sends what is left, and listens no more. */
  close(): Promise<void>
}

const KINDS = { request: SpanKind.SERVER, call: SpanKind.CLIENT, statement: SpanKind.CLIENT }

/**
 * Sends what `told-work.ts` tells to a collector, as traces of OpenTelemetry, by its library: in the background, a few thousand at
 * most wait, and are dropped where the collector is slow. No library's own traces are sent: the shop does not know what stands in them.
 * Loaded where the settings ask for traces only.
 */
export function openTraces(settings: TraceSettings, { role, log, lastMs = LAST_MS }: TracedProcess): Traces {
  const { url, headers, ratio, asksParent, format } = settings
  const exporter = format === 'json' ? new JsonExporter({ url, headers }) : new ProtobufExporter({ url, headers })
  const root = new TraceIdRatioBasedSampler(ratio)
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.version': packageJson.version,
        ...settings.attributes,
        'service.name': settings.serviceName,
        'process.pid': process.pid,
        'teleforge.role': role,
      }),
    ),
    sampler: asksParent ? new ParentBasedSampler({ root }) : root,
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const sample = sampleLines(SAY_EVERY_MS)
  const say = (error: unknown) => {
    if (sample('not taken') !== undefined) log.warn({ refused: error }, 'traces are not taken by their collector')
  }
  setGlobalErrorHandler(say)
  const stopListening = listen(provider.getTracer(packageJson.name, packageJson.version))
  return {
    async close() {
      stopListening()
      await Promise.race([provider.shutdown().catch(say), delay(lastMs, undefined, { ref: false })])
    },
  }
}

function listen(tracer: ReturnType<TracerProvider['getTracer']>): () => void {
  const current = new AsyncLocalStorage<Context | undefined>()
  const spans = new WeakMap<ToldWork, Span>()

  /** The context in which the work is done. */
  function begin(work: ToldWork): Context | undefined {
    const around = current.getStore()
    const parent = work.kind === 'request' ? contextOf(work.parent) : lastingPart(around)
    // Statements of jobs and of what a request has left behind would be traces of one statement each.
    if (work.kind === 'statement' && parent === ROOT_CONTEXT) return around
    const span = tracer.startSpan(work.name, { kind: KINDS[work.kind], attributes: work.attributes }, parent)
    spans.set(work, span)
    const { traceId, spanId, traceFlags } = span.spanContext()
    work.outgoing = { traceparent: `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}` }
    return trace.setSpan(ROOT_CONTEXT, span)
  }

  function end(work: ToldWork): void {
    const span = spans.get(work)
    spans.delete(work)
    if (!span) return
    span.setAttributes(work.attributes)
    if (work.error !== undefined) {
      span.setAttribute('error.type', typeOf(work.error))
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end()
  }

  const { start, asyncEnd } = toldWork
  start.bindStore(current, (work) => begin(work as ToldWork))
  const ended = (work: unknown) => end(work as ToldWork)
  asyncEnd.subscribe(ended)
  return () => {
    start.unbindStore(current)
    asyncEnd.unsubscribe(ended)
  }
}

/** Of a caller; what is no `traceparent` is ignored, and so is its `tracestate`, a text of its own. */
function contextOf(traceparent = ''): Context {
  const parsed = parseTraceParent(traceparent)
  if (!parsed) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { ...parsed, traceFlags: parsed.traceFlags & TraceFlags.SAMPLED, isRemote: true })
}

/** Work that outlives the request in which it began is no part of it any more. */
function lastingPart(around: Context | undefined): Context {
  const span = around && trace.getSpan(around)
  if (!span) return ROOT_CONTEXT
  const isSampled = (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0
  return span.isRecording() || !isSampled ? around : ROOT_CONTEXT
}

/** Never its message, which may repeat a value or an address. */
const typeOf = (error: unknown): string =>
  typeof error === 'string' ? error : error instanceof Error ? (sqlState(error) ?? error.name) : 'error'

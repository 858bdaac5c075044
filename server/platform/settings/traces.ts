import { validateHeaderName, validateHeaderValue } from 'node:http'
import { isWebAddress, type Variables } from './variables.ts'

/** Where traces go, and how many. */
export type TraceSettings = {
  url: string
  /** The body: protocol buffers or JSON. */
  format: 'protobuf' | 'json'
  headers: Record<string, string>
  /** Whether whoever calls decides about its requests by the flag of its `traceparent`. */
  asksParent: boolean
  /** Part of the other traces that is sent, 0 to 1. */
  ratio: number
  serviceName: string
  /** Of each trace, beside the shop's own. */
  attributes: Record<string, string>
}

const SERVICE_NAME = 'teleforge'
/** By the standard: a collector on this machine. */
const COLLECTOR = 'http://localhost:4318'
const PATH = '/v1/traces'

/*
 * Operation and limits:
 * | `OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` | none: no traces | optional | where [traces](operations.md#traces) go, by OTLP over HTTP: the address of a collector, such as `http://localhost:4318`, to which `/v1/traces` is added; or the whole address |
 * | `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_EXPORTER_OTLP_TRACES_HEADERS` | none | optional | headers sent with them, such as `api-key=abc,team=shop`; values percent-encoded |
 * | `OTEL_EXPORTER_OTLP_PROTOCOL`, `OTEL_EXPORTER_OTLP_TRACES_PROTOCOL` | `http/protobuf` | optional | `http/protobuf` or `http/json` |
 * | `OTEL_TRACES_SAMPLER`, `OTEL_TRACES_SAMPLER_ARG` | `parentbased_always_on`, `1` | optional | which traces are sent: `always_on`, `always_off`, `traceidratio`, or these with `parentbased_` in front, which follow the caller's `traceparent`; the part of them for `traceidratio`, 0 to 1 |
 * | `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES` | `teleforge`, none | optional | name of the shop in traces; further facts, such as `deployment.environment.name=staging` |
 * | `OTEL_TRACES_EXPORTER`, `OTEL_SDK_DISABLED` | `otlp` with an endpoint, `false` | optional | `none`, or `true`, sends no traces; `otlp` without an endpoint sends them to `http://localhost:4318` |
 */

/** The standard variables of OpenTelemetry; undefined where no traces are sent. */
export function readTraces(variables: Variables): TraceSettings | undefined {
  const url = readUrl(variables)
  const exporter = variables.read('OTEL_TRACES_EXPORTER') ?? (url === undefined ? 'none' : 'otlp')
  if (exporter !== 'otlp' && exporter !== 'none') variables.problem("OTEL_TRACES_EXPORTER is 'otlp' or 'none'.")
  if (exporter !== 'otlp' || variables.read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined
  const protocol = variables.read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? variables.read('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf'
  if (protocol !== 'http/protobuf' && protocol !== 'http/json') {
    variables.problem("OTEL_EXPORTER_OTLP_PROTOCOL is 'http/protobuf' or 'http/json'; its usual port is 4318.")
  }
  const attributes = readPairs(variables, 'OTEL_RESOURCE_ATTRIBUTES')
  return {
    url: url ?? COLLECTOR + PATH,
    format: protocol === 'http/json' ? 'json' : 'protobuf',
    headers: { ...readHeaders(variables, 'OTEL_EXPORTER_OTLP_HEADERS'), ...readHeaders(variables, 'OTEL_EXPORTER_OTLP_TRACES_HEADERS') },
    ...readSampler(variables),
    serviceName: variables.read('OTEL_SERVICE_NAME') ?? attributes['service.name'] ?? SERVICE_NAME,
    attributes,
  }
}

function readUrl(variables: Variables): string | undefined {
  const whole = readAddress(variables, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
  const base = readAddress(variables, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  return whole ?? (base && base.replace(/\/$/, '') + PATH)
}

function readAddress(variables: Variables, name: string): string | undefined {
  const address = variables.read(name)
  if (address !== undefined && !isWebAddress(address, 'with path')) variables.problem(`${name} is an address such as ${COLLECTOR}.`)
  return address
}

/** `name=value` pairs with commas between them, values percent-encoded. */
function readPairs(variables: Variables, name: string): Record<string, string> {
  const pairs = variables.list(name).map((pair) => {
    const [, key, value = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
    return [key?.trim() ?? '', decode(value.trim())] as const
  })
  if (pairs.some(([key, value]) => key === '' || value === undefined)) variables.problem(`${name} is a list such as team=shop,region=eu.`)
  return Object.fromEntries(pairs.map(([key, value]) => [key, value ?? '']))
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function readHeaders(variables: Variables, name: string): Record<string, string> {
  const headers = readPairs(variables, name)
  try {
    for (const [header, value] of Object.entries(headers)) {
      if (header === '') continue // reported as a pair
      validateHeaderName(header)
      validateHeaderValue(header, value)
    }
  } catch {
    variables.problem(`${name} has a name or value that no header can have.`)
  }
  return headers
}

function readSampler(variables: Variables): Pick<TraceSettings, 'asksParent' | 'ratio'> {
  const sampler = variables.read('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on'
  const [, asking, kind] = /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(sampler) ?? []
  if (kind === undefined) {
    variables.problem("OTEL_TRACES_SAMPLER is 'always_on', 'always_off' or 'traceidratio', or one of them with 'parentbased_' in front.")
  }
  const part = Number(variables.read('OTEL_TRACES_SAMPLER_ARG') ?? 1)
  if (kind === 'traceidratio' && !(part >= 0 && part <= 1)) variables.problem('OTEL_TRACES_SAMPLER_ARG is a number from 0 to 1.')
  return { asksParent: asking !== undefined, ratio: kind === 'traceidratio' ? part : kind === 'always_off' ? 0 : 1 }
}

import fc, { type Arbitrary } from 'fast-check'
import type { Call } from '#contract/basics/call.ts'
import { nearly, oddTexts, toJson, valuesOf, wildBodies, type KnownValues, type ValueSchema } from './fuzz-values.ts'

/** The principal of a generated request. */
export type FuzzCaller = 'visitor' | 'customer' | "the customer's program" | 'admin' | 'stranger with a token'

const everyCaller: FuzzCaller[] = ['visitor', 'customer', "the customer's program", 'admin', 'stranger with a token']

export type FuzzRequest = {
  caller: FuzzCaller
  /** Below /api, with its query. */
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
  /** Whether a webhook's message has a valid signature of the processor, with any content. */
  isSigned: boolean
  /** Whether the browser's cookie and origin are sent along. */
  hasCookie: boolean
}

const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-16',
  'APPLICATION/JSON',
  'application/json;',
  'application/json\ta',
  ' application/json',
  'application/json ',
  'application/json\u000b',
  'application/jsonx',
  'application/vnd.api+json',
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/xml',
  'application/octet-stream',
  '*/*',
  '/',
  ';',
  'a'.repeat(2_000),
  '',
]

const oddHeaders: Record<string, string>[] = [
  {},
  { 'content-encoding': 'gzip' },
  { 'accept-encoding': 'br;q=nonsense' },
  { accept: 'text/html' },
  { 'accept-language': 'x'.repeat(3_000) },
  { 'x-forwarded-for': '1.2.3.4, ::1' },
  { 'x-forwarded-host': 'evil.example' },
  { host: 'evil.example' },
  { cookie: 'teleforge.session_token=%00; a=b; =' },
  { cookie: `teleforge.session_token=${'a'.repeat(3_000)}` },
  { 'x-http-method-override': 'DELETE' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { 'if-none-match': '*' },
  { range: 'bytes=0-0,-1' },
  { expect: '100-continue' },
  { 'user-agent': '\u00ff'.repeat(500) },
  { 'idempotency-key': "a'b" },
]

/** Requests to one call: half fit its schemas and come from those who may; of the others some do, or nearly, or not at all. */
export function requestsTo(call: Call, known: KnownValues): Arbitrary<FuzzRequest> {
  return fc.oneof(
    requestsOf(call, known, usually, everyone(call)),
    requestsOf(call, known, mostly, fc.oneof(everyone(call), fc.constantFrom(...everyCaller))),
  )
}

function requestsOf(call: Call, known: KnownValues, mix: Mix, caller: Arbitrary<FuzzCaller>): Arbitrary<FuzzRequest> {
  return fc
    .record({
      caller,
      path: pathsOf(call, known, mix),
      headers: mix(fc.constant<Record<string, string>>({}), fc.constantFrom(...oddHeaders)),
      content: contentsOf(call, known, mix),
      isSigned: mix(fc.constant(true), fc.boolean()),
      hasCookie: mix(fc.constant(true), fc.boolean()),
    })
    .map(({ headers, content, ...request }) => ({
      ...request,
      headers: { ...(content.type !== undefined && { 'content-type': content.type }), ...headers },
      body: content.body,
    }))
}

/** Ratio of unusual values to usual ones. */
type Mix = <T>(usual: Arbitrary<T>, odd: Arbitrary<T>) => Arbitrary<T>
const usually: Mix = (usual) => usual
const mostly: Mix = (usual, odd) => fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: odd })

/** The principals of the call. */
function everyone({ policy, scopes }: Call): Arbitrary<FuzzCaller> {
  if (policy === 'admin') return fc.constant('admin')
  if (policy === 'public' || policy === 'webhook') return fc.constant('visitor')
  return scopes ? fc.constantFrom('customer', "the customer's program") : fc.constant('customer')
}

const oddSegment = fc.constantFrom(
  ...oddTexts.filter((text) => text !== '').map(encodeLoosely),
  // Not '..' alone: it is taken out with the segment before it, and another call may be left.
  '...',
  '..%2f',
  '%2e%2e%2f',
  '%c0%af',
  'a'.repeat(900),
  ':id',
  '*',
)

/** As a browser would, where the text can be written at all. */
function encodeLoosely(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function pathsOf({ path, params, query }: Call, known: KnownValues, mix: Mix): Arbitrary<string> {
  const schemas = (params as ValueSchema | undefined)?.properties ?? {}
  const segments = path.split('/').map((segment, index, all) => {
    const schema = schemas[segment.slice(1)]
    if (!segment.startsWith(':') || !schema) return fc.constant(segment)
    const any = valuesOf(schema, known, segment.slice(1))
    const own = known[all.slice(0, index + 1).join('/')]
    return mix(
      (own ? mix(fc.constantFrom(...own), any) : any).map((value) => encodeLoosely(String(value))),
      oddSegment,
    )
  })
  const search = queriesOf(query as ValueSchema | undefined, known, mix)
  return fc.tuple(fc.tuple(...segments), search).map(([parts, asked]) => parts.join('/') + asked)
}

function queriesOf(query: ValueSchema | undefined, known: KnownValues, mix: Mix): Arbitrary<string> {
  const names = Object.keys(query?.properties ?? {})
  const values = Object.fromEntries(names.map((name) => [name, valuesOf(query!.properties![name]!, known, name)]))
  const usual = fc
    .record(values, { requiredKeys: [...(query?.required ?? [])] })
    .map((record) => Object.entries(record).map(([name, value]) => `${name}=${encodeLoosely(String(value))}`))
  const oddName = fc.constantFrom(...names, ...names.map((name) => `${name}[]`), '__proto__', 'constructor[prototype]', 'x', '')
  const oddPair = fc.tuple(oddName, fc.oneof(oddSegment, fc.constantFrom('-1', '1e9', 'abc', '0', '', 'NaN', '1e309', '-0', '0.5', '%zz')))
  const odd = fc.array(oddPair, { maxLength: 4 }).map((pairs) => pairs.map(([name, value]) => `${name}=${value}`))
  return fc
    .tuple(usual, mix(fc.constant<string[]>([]), odd))
    .map(([pairs, more]) => (pairs.length + more.length === 0 ? '' : `?${[...pairs, ...more].join('&')}`))
}

type Content = { type: string | undefined; body: string | Buffer | undefined }

function contentsOf(call: Call, known: KnownValues, mix: Mix): Arbitrary<Content> {
  if (call.upload) return uploads(call.upload, mix)
  if (call.takesBytes) {
    const bytes = mix(fc.constantFrom(...(known[`bytes of ${call.path}`] ?? known['bytes']!)), fc.string())
    return fc.record({ type: mix(fc.constant('application/octet-stream'), fc.constantFrom(...contentTypes)), body: bytes })
  }
  const type = mostly(fc.constant<string | undefined>('application/json'), fc.constantFrom(...contentTypes))
  const wild = fc.record({ type, body: wildBodies })
  const json = (body: Arbitrary<string>) => fc.record({ type: fc.constant('application/json'), body })
  if (call.policy === 'webhook') return mix(json(webhookBodies(known)), wild)
  if (!call.body) return mix(fc.constant<Content>({ type: undefined, body: undefined }), wild)
  const values = valuesOf(call.body as ValueSchema, known)
  const proper = json(values.map((value) => toJson(value)))
  const written = (value: Arbitrary<unknown>) => fc.tuple(value, fc.nat({ max: 9 })).map(([one, turn]) => toJson(one, turn === 0))
  return fc.oneof(
    { weight: 4, arbitrary: mix(proper, json(written(values))) },
    { weight: mix === usually ? 0 : 5, arbitrary: mostly(fc.record({ type, body: written(nearly(values)) }), wild) },
  )
}

const webhookBodies = (known: KnownValues) =>
  fc
    .record({
      id: fc.oneof(fc.constantFrom('evt_1', 'evt_2'), fc.uuid()),
      type: fc.constantFrom('payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled', 'charge.refunded', 'x'),
      data: fc.record({ object: fc.record({ id: fc.constantFrom(...(known['transactionId'] ?? []), 'pi_x'), amount: fc.integer() }) }),
    })
    .map((event) => toJson(event))

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

function uploads(field: string, mix: Mix): Arbitrary<Content> {
  const bytes = mix(
    fc.constant(PIXEL),
    fc.oneof(
      fc.nat({ max: PIXEL.length }).map((length) => PIXEL.subarray(0, length)),
      fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from(some)),
    ),
  )
  const name = mix(fc.constant(field), fc.constantFrom('', 'file', '__proto__', 'constructor', 'a"b', '\u00ff', 'x'.repeat(3_000)))
  const fileName = fc.constantFrom('a.png', '', '../../a', 'a"; x="', '\u0000', 'ü.png', 'a'.repeat(3_000), '%00.png')
  const boundary = mix(fc.constant('b'), fc.constantFrom('', '"', 'b;', 'a'.repeat(300)))
  const ending = mix(fc.constant('\r\n--b--\r\n'), fc.constantFrom('', '\r\n--b', '\r\n--b\r\n', '\r\n--b--', '--b--'))
  const type = mix(
    fc.constant('multipart/form-data; boundary='),
    fc.constantFrom('multipart/mixed; boundary=', 'multipart/form-data', 'image/png', ''),
  )
  return fc.record({ bytes, name, fileName, boundary, ending, type, times: mix(fc.constant(1), fc.constantFrom(0, 2, 12)) }).map((made) => {
    const head = `--b\r\nContent-Disposition: form-data; name="${made.name}"; filename="${made.fileName}"\r\nContent-Type: image/png\r\n\r\n`
    const parts = Array.from({ length: made.times }, () => Buffer.concat([Buffer.from(head), made.bytes]))
    return { type: made.type + (made.type.endsWith('=') ? made.boundary : ''), body: Buffer.concat([...parts, Buffer.from(made.ending)]) }
  })
}

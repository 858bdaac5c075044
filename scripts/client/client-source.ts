import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import type { TSchema } from 'typebox'
import type { Call } from '#contract/basics/call.ts'
import { shopErrors } from '#contract/basics/errors.ts'
import { commentOf, isOptional, namesOf, typeOf, type Names } from './types-of.ts'

const CONTRACT = new URL('../../contract/', import.meta.url)
const HEADER = '// Made by `npm run generate-client` from the contract. Do not edit.\n'
/** Calls of a browser: they work with the cookie of a session, with cards of the sandbox, or tell what a visitor searched for. */
const OF_BROWSERS = new Set(['identity', 'sandbox', 'searches'])

/** A file of the contract that has calls, such as `quotes.ts`, and these by name. */
type Group = { name: string; calls: [name: string, call: Call][] }

/** The generated files of the client by name: `calls.ts` and `types.ts`. */
export async function clientSource(): Promise<Record<string, string>> {
  const { groups, schemas } = await readContract()
  const names = namesOf(schemas)
  const inEach = (write: (name: string, call: Call) => string) =>
    groups.map(({ name, calls }) => `  ${name}: {\n${calls.map(([callName, call]) => write(callName, call)).join('')}  }\n`).join('')
  const signatures = inEach((name, call) => signatureOf(name, call, names))
  return {
    'calls.ts': `${HEADER}import type { Bytes, CallOptions, Send } from '../send.ts'
import type {
${[...names.used]
  .toSorted()
  .map((name) => `  ${name},\n`)
  .join('')}} from './types.ts'

/** Each call of the shop that an API key may make, and the public ones, by the file of the contract that has it. */
export type Calls = {
${signatures}}

export const callsOf = (send: Send): Calls => ({
${inEach(methodOf).replaceAll(/^ {2}\}$/gm, '  },')}})

const at = encodeURIComponent
`,
    'types.ts': `${HEADER}${typesFile(schemas, names)}`,
  }
}

async function readContract(): Promise<{ groups: Group[]; schemas: [string, TSchema][] }> {
  const files = (await readdir(CONTRACT, { recursive: true }))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .toSorted((one, other) => (basename(one) < basename(other) ? -1 : 1))
  const groups: Group[] = []
  const schemas: [string, TSchema][] = []
  for (const file of files) {
    const exported = Object.entries((await import(new URL(file, CONTRACT).href)) as Record<string, unknown>)
    schemas.push(...exported.filter((entry): entry is [string, TSchema] => isNamed(entry)))
    const calls = exported.filter(([name]) => name.endsWith('Calls')).flatMap(([, group]) => Object.entries(group as Record<string, Call>))
    const name = camelCase(basename(file, '.ts'))
    const forPrograms = calls.filter(([, { scopes, policy }]) => scopes !== undefined || policy === 'public')
    if (forPrograms.length > 0 && !OF_BROWSERS.has(name)) groups.push({ name, calls: forPrograms })
  }
  return { groups, schemas }
}

/** Whether an export is a schema of objects, whose name the client keeps. */
const isNamed = ([name, value]: [string, unknown]): boolean =>
  /^[A-Z]\w*[a-z]/.test(name) && ['Object', 'Union'].includes((value as { '~kind'?: string } | null)?.['~kind'] ?? '')

const camelCase = (file: string) => file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A parameter of a method. */
type Given = { name: string; type: string; isOptional?: boolean }

/** Path parameters one by one, then body or file, query, options. */
function parametersOf(call: Call, names: Names): Given[] {
  const typed = (schema: TSchema) => typeOf(schema, names, { indent: '    ', sent: true })
  return [
    ...paramsOf(call).map(([name, schema]) => ({ name, type: typed(schema) })),
    ...(call.body ? [{ name: 'body', type: typed(call.body), isOptional: isOptional(call.body) }] : []),
    ...(call.takesBytes ? [{ name: 'bytes', type: 'Bytes' }] : []),
    ...(call.upload === undefined ? [] : [{ name: call.upload, type: 'Blob' }]),
    ...(call.query ? [{ name: 'query', type: typed(call.query), isOptional: needsNothing(call.query) }] : []),
    { name: 'options', type: 'CallOptions', isOptional: true },
  ]
}

function signatureOf(name: string, call: Call, names: Names): string {
  const given = parametersOf(call, names).map(({ name: one, type, isOptional: may }) => `${one}${may ? '?' : ''}: ${type}`)
  const answer = isFile(call) ? 'Response' : typeOf(call.response, names, { indent: '    ' })
  return `${commentOf(`${call.summary}. ${scopesOf(call)}`, '    ')}    ${name}(${given.join(', ')}): Promise<${answer}>\n`
}

function methodOf(name: string, call: Call): string {
  const { method, path, body, query, upload, takesBytes, onceByKey, mayRepeat } = call
  const params = paramsOf(call).map(([param]) => param)
  const sent = [
    `method: '${method}'`,
    `path: ${params.length === 0 ? `'${path}'` : `\`${path.replace(/:(\w+)/g, (_, param: string) => `\${at(${param})}`)}\``}`,
    body && 'body',
    takesBytes && 'bytes',
    upload && `upload: { ${upload} }`,
    query && 'query',
    onceByKey && 'once: true',
    mayRepeat && 'mayRepeat: true',
    isFile(call) && 'file: true',
  ]
  const given = [...params, body && 'body', takesBytes && 'bytes', upload, query && 'query', 'options'].filter(Boolean)
  return `    ${name}: (${given.join(', ')}) => send({ ${sent.filter(Boolean).join(', ')} }, options),\n`
}

const paramsOf = ({ params }: Call) => Object.entries((params as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {})
/** Whether the answer is a file or a stream. */
const isFile = ({ response }: Call) => 'mediaTypes' in response
const needsNothing = (schema: TSchema) => ((schema as { required?: string[] }).required ?? []).length === 0

function scopesOf({ scopes, policy }: Call): string {
  if (scopes === 'any') return 'Any API key.'
  if (scopes) return `Scope: ${scopes.join(' or ')}.`
  return policy === 'public' ? 'Public.' : ''
}

/** The named types that the calls use, those that these use, and the codes of refusals. */
function typesFile(schemas: readonly [string, TSchema][], names: Names): string {
  const errorAnswer = schemas.find(([name]) => name === 'ErrorAnswer')!
  names.used.add(errorAnswer[0])
  const written = new Map<string, string>()
  // A type that is written may use others, or be used by what is sent.
  for (let known = -1; known < names.used.size + names.sent.size;) {
    known = names.used.size + names.sent.size
    for (const name of names.used) {
      const schema = schemas.find(([other]) => other === name)![1]
      const { description } = schema as { description?: string }
      const own = name === 'ErrorAnswer' ? errorType(schema, names) : typeOf(schema, names, { whole: true, sent: names.sent.has(name) })
      written.set(name, `${commentOf(description, '')}export type ${name} = ${own}\n`)
    }
  }
  const codes = Object.keys(shopErrors).map((code) => `  | '${code}'`)
  const types = [...written].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, type]) => type)
  return [`/** Codes of refusals. New ones may be added. */\nexport type ErrorCode =\n${codes.join('\n')}\n`, ...types].join('\n')
}

/** With its codes by name. */
const errorType = (schema: TSchema, names: Names) => typeOf(schema, names, { whole: true }).replace(/^ {2}code: .*$/m, '  code: ErrorCode')

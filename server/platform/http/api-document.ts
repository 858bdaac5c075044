import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { IsOptional, IsSchema } from 'typebox'
import { ErrorAnswer, shopErrors } from '#contract/basics/errors.ts'
import { API_KEY_CALLS_PER_MINUTE } from '#contract/basics/limits.ts'
import { ShopError } from '../../errors.ts'
import { exampleOf } from './example-of.ts'
import { allRoutesPublic } from './require-policies.ts'
import { cookiePrefix } from './shop-cookie.ts'
import type { Settings } from '../settings/settings.ts'

/** The document's page runs only its own files. */
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"

/** OpenAPI 3.1 from the routes: /api/openapi.json for programs, /api/docs for reading. */
export async function apiDocument(app: FastifyInstance, settings: Settings): Promise<void> {
  await app.register(swagger, {
    transformObject: (document) =>
      'openapiObject' in document ? nameErrorAnswer(freeOptionalBodies(document.openapiObject)) : document.swaggerObject,
    transform: ({ schema, url }) => ({ schema: withExamples(describeUpload(markOptionalBody(schema))), url }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${settings.shopName} API`,
        version: '1',
        description: [
          'Every call of the shop. To act for a person: register or sign in (the answer sets the identity cookie),',
          'call PUT /api/user/{email} with that cookie for an access token, and send the token as',
          '`Authorization: Bearer` with every other call. Access tokens live 15 minutes.',
          'Programs send an API key instead, which its owner creates in the profile, with the calls that name a scope; they act as the owner, or for the shop with the scope `shipping`;',
          `a key makes at most ${API_KEY_CALLS_PER_MINUTE} of them in a minute.`,
          'A test key (tft_...) makes the same calls in the sandbox, where nothing is charged or delivered. To try calls on this page, enter one with *Authorize* at `apiKey`.',
          'Refusals answer with a code, a sentence, and the fields that were wrong.',
        ]
          .join(' ')
          .concat('\n\n', errorTable()),
      },
      servers: [{ url: settings.shopUrl }],
      components: {
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key (tfk_..., for the sandbox tft_...) with a scope that the call names',
          },
          identitySession: { type: 'apiKey', in: 'cookie', name: `${cookiePrefix(settings.shopUrl)}.session_token` },
        },
      },
    },
  })
  await app.register(async (documents) => {
    allRoutesPublic(documents)
    documents.get('/docs/test-key-needed', { schema: { hide: true } }, () => {
      throw new ShopError('SIGN_IN_NEEDED', {
        message: 'Press Authorize and enter a test key (tft_...) at apiKey. You create it in your profile.',
      })
    })
    await documents.register(swaggerUi, {
      routePrefix: '/docs',
      indexPrefix: app.prefix,
      staticCSP: PAGE_POLICY,
      // Three hundred calls at once would take a browser seconds to draw.
      uiConfig: {
        layout: 'BaseLayout',
        docExpansion: 'none',
        defaultModelsExpandDepth: -1,
        filter: true,
        tryItOutEnabled: true,
        requestInterceptor: requireTestKey,
      },
      theme: { title: `${settings.shopName} API` },
    })
  })
  app.get('/openapi.json', { config: { policy: 'public' }, schema: { hide: true } }, () => app.swagger())
}

/** Runs in the browser, as text: without a test key the page gets a refusal in words, and no trial request reaches the shop itself. */
function requireTestKey<Asked extends object>(request: Asked): Asked {
  const { loadSpec, headers } = request as { loadSpec?: boolean; headers: Record<string, string> }
  if (loadSpec || headers['Authorization']?.startsWith('Bearer tft_')) return request
  return { ...request, method: 'GET', url: new URL('/api/docs/test-key-needed', location.href).href, body: undefined, headers: {} }
}

/** All refusals by their codes. The sentence of an answer may say more. */
function errorTable(): string {
  const rows = Object.entries(shopErrors).map(
    ([code, { status, message }]) => `| \`${code}\` | ${status} | ${message.replaceAll('|', '\\|')} |`,
  )
  const table = ['| code | status | sentence |', '|---|---|---|', ...rows].join('\n')
  return `<details><summary>Codes of refusals</summary>\n\n${table}\n\n</details>`
}

type Operation = {
  responses?: Record<string, { content?: Record<string, { schema?: object }> }>
  requestBody?: { required?: boolean }
  [OPTIONAL_BODY]?: true
}

/** Keys with `x-` come from the schema of a route to its operation. */
const OPTIONAL_BODY = 'x-optional-body'

const markOptionalBody = (schema: FastifySchema): FastifySchema => ({
  ...schema,
  ...(IsSchema(schema?.body) && IsOptional(schema.body) && { [OPTIONAL_BODY]: true }),
})

const operationsOf = ({ paths }: { paths?: object }): Operation[] =>
  Object.values(paths ?? {}).flatMap((path: object) => Object.values(path) as Operation[])

/** The plugin calls every body required. */
function freeOptionalBodies<Described extends { paths?: object }>(document: Described): Described {
  for (const operation of operationsOf(document)) {
    if (operation.requestBody && operation[OPTIONAL_BODY]) operation.requestBody.required = false
    delete operation[OPTIONAL_BODY]
  }
  return document
}

const isJson = ({ schema = {} }: { schema?: object }) => 'type' in schema && schema.type === 'object'

/** Names the answer of refusals once, instead of writing it out twice for each call. */
function nameErrorAnswer<Described extends { paths?: object; components?: object }>(document: Described): Described {
  for (const { responses = {} } of operationsOf(document)) {
    for (const [status, { content = {} }] of Object.entries(responses)) {
      if (!/^[45]/.test(status)) continue
      for (const media of Object.values(content)) if (isJson(media)) media.schema = { $ref: '#/components/schemas/ErrorAnswer' }
    }
  }
  return { ...document, components: { ...document.components, schemas: { ErrorAnswer } } }
}

/** Each parameter, each body and each answer with an example. */
function withExamples(schema: FastifySchema): FastifySchema {
  const { body, response, ...described } = schema
  const { params, querystring } = schema as { params?: Schema; querystring?: Schema }
  const { 200: answer, ...refusals } = (response ?? {}) as Record<string, object>
  return {
    ...described,
    ...(params && { params: withExampleOfEach(params) }),
    ...(querystring && { querystring: withExampleOfEach(querystring) }),
    ...(body !== undefined && body !== null && { body: { ...body, examples: [exampleOf(body)] } }),
    ...(response !== undefined && {
      response: {
        ...(answer && {
          200:
            'mediaTypes' in answer
              ? describeFile(answer as FileSchema)
              : {
                  ...answer,
                  ...(querystring?.properties?.['after'] && { headers: NEXT_PAGE }),
                  examples: [exampleOf(answer, { all: true })],
                },
        }),
        ...refusals,
      },
    }),
  }
}

type FileSchema = { description?: string; mediaTypes: string[] }

/** Readers take what is no JSON as bytes, or, of a stream, as text. */
function describeFile({ description, mediaTypes }: FileSchema) {
  const schemaOf = (type: string) => {
    if (type === 'application/json') return {}
    return { type: 'string', ...(type !== 'text/event-stream' && { format: 'binary' }) }
  }
  return { description, content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: schemaOf(type) }])) }
}

const NEXT_PAGE = {
  Link: { type: 'string', description: 'Where more may follow: the address of the next page, `<...>; rel="next"` (RFC 8288)' },
}

type Schema = Parameters<typeof exampleOf>[0]

/** Parameters of a path or a query, each with its own example. */
function withExampleOfEach(parameters: Schema) {
  const properties = Object.entries(parameters.properties ?? {}).map(([name, schema]) => [
    name,
    { ...schema, examples: [exampleOf(schema, { name, all: true })] },
  ])
  return { ...parameters, properties: Object.fromEntries(properties) as object }
}

function describeUpload(schema: FastifySchema): FastifySchema {
  const { upload, takesBytes, takesXml, ...described } = schema ?? {}
  if (takesXml) return { ...described, consumes: ['text/xml'], body: { type: 'string' } }
  if (takesBytes) return { ...described, consumes: ['application/octet-stream'], body: { type: 'string', format: 'binary' } }
  if (!upload) return described
  const body = { type: 'object', required: [upload], properties: { [upload]: { type: 'string', format: 'binary' } } }
  return { ...described, consumes: ['multipart/form-data'], body }
}

import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { API_KEY_CALLS_PER_MINUTE } from '#contract/limits.ts'
import { allRoutesPublic } from './require-policies.ts'
import { cookiePrefix } from './shop-cookie.ts'
import type { Settings } from '../settings/settings.ts'

/** The document's page runs only its own files. */
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"

/** OpenAPI 3.1 from the routes: /api/openapi.json for programs, /api/docs for reading. */
export async function apiDocument(app: FastifyInstance, settings: Settings): Promise<void> {
  await app.register(swagger, {
    transform: ({ schema, url }) => ({ schema: describeUpload(schema), url }),
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
          'Refusals answer with a code, a sentence, and the fields that were wrong.',
        ].join(' '),
      },
      servers: [{ url: settings.shopUrl }],
      components: {
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer' },
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key (tfk_...) with a scope that the call names' },
          identitySession: { type: 'apiKey', in: 'cookie', name: `${cookiePrefix(settings.shopUrl)}.session_token` },
        },
      },
    },
  })
  await app.register(async (documents) => {
    allRoutesPublic(documents)
    await documents.register(swaggerUi, {
      routePrefix: '/docs',
      indexPrefix: app.prefix,
      staticCSP: PAGE_POLICY,
      theme: { title: `${settings.shopName} API`, css: [{ filename: 'shop.css', content: '.topbar { display: none }' }] },
    })
  })
  app.get('/openapi.json', { config: { policy: 'public' }, schema: { hide: true } }, () => app.swagger())
}

function describeUpload(schema: FastifySchema): FastifySchema {
  const { upload, ...described } = schema ?? {}
  if (!upload) return described
  const body = { type: 'object', required: [upload], properties: { [upload]: { type: 'string', format: 'binary' } } }
  return { ...described, consumes: ['multipart/form-data'], body }
}

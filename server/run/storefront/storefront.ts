import { fileURLToPath, pathToFileURL } from 'node:url'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync } from 'fastify'
import type { ServerBuild } from 'react-router'
import { allRoutesPublic } from '../../platform/http/require-policies.ts'
import type { Services } from '../../services.ts'
import { serveMachineReadable } from './machine-readable.ts'
import { servePages } from './pages.ts'

const BUILD = fileURLToPath(new URL('../../../build', import.meta.url))
/** Files below /assets have a hash of their content in the name. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** A worker has the policy of its file: it loads the reader of a workbook or a PDF when one comes. */
const FILE_POLICY = "default-src 'none'; script-src 'self'; frame-ancestors 'none'"
const ONE_HOUR = 'public, max-age=3600'

/** The built storefront: its files, and its pages rendered on the server. */
export const storefront =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
    allRoutesPublic(app)
    await app.register(fastifyStatic, {
      root: join(BUILD, 'client'),
      wildcard: false,
      index: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header('content-security-policy', FILE_POLICY)
        reply.header('cache-control', path.includes('/assets/') ? IMMUTABLE : ONE_HOUR)
      },
    })
    serveMachineReadable(app, services)
    const build = (await import(pathToFileURL(join(BUILD, 'server/index.js')).href)) as ServerBuild
    servePages(app, services, build)
  }

import middie from '@fastify/middie'
import type { FastifyPluginAsync } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { allRoutesPublic } from '../identity/require-policies.ts'
import type { Services } from '../services.ts'
import { serveMachineReadable } from './machine-readable.ts'
import { servePages } from './pages.ts'

/** The storefront straight from its source, with hot reload: `npm run dev`. */
export const developmentStorefront =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
    allRoutesPublic(app)
    const vite = await createServer({
      appType: 'custom',
      server: { middlewareMode: true, hmr: { server: app.server } },
    })
    app.addHook('onClose', () => vite.close())
    await app.register(middie)
    app.use(vite.middlewares)
    serveMachineReadable(app, services)
    servePages(app, services, async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild)
  }

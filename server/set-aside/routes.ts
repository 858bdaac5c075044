import type { FastifyInstance } from 'fastify'
import { normalizeEmail } from '#contract/basics/fields.ts'
import { setAsideCalls } from '#contract/people/set-aside.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { listSetAside } from './list-set-aside.ts'
import { releaseSetAside } from './release-set-aside.ts'

export async function setAsideRoutes(app: FastifyInstance, services: Services): Promise<void> {
  registerCall(app, setAsideCalls.all, () => listSetAside(services))
  registerCall(app, setAsideCalls.release, ({ params, caller }) => releaseSetAside(services, caller, normalizeEmail(params.email)))
}

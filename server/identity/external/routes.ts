import type { FastifyPluginAsync } from 'fastify'
import { identityCalls, sampleIssuerCall, type IdentityProviderId } from '#contract/people/identity.ts'
import { ShopError } from '../../errors.ts'
import { explainError } from '../../platform/http/answer-error.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Services } from '../../services.ts'
import { chooseIssuers } from './choose-issuers.ts'
import { outcomePage, windowPage } from './pages.ts'
import { samplePeoplePage } from './sample-issuer.ts'
import { finishExternalSignIn, startExternalSignIn } from './sign-in-externally.ts'

/** The pages of the external sign-in window; a refusal is answered with a page as well. */
export const externalSignInRoutes =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
    const issuers = chooseIssuers(services.settings, services.log)
    const issuerOf = (id: IdentityProviderId) => {
      const issuer = issuers.get(id)
      if (!issuer) throw new ShopError('EXTERNAL_NOT_SET_UP')
      return issuer
    }

    app.addHook('onRequest', async (_, reply) => {
      // On the redirect from another site, any other value would separate this window from its opener: the opener would
      // take it for closed, and some browsers would not let it close itself.
      reply.header('cross-origin-opener-policy', 'unsafe-none')
      // The URLs of these pages contain codes.
      reply.header('referrer-policy', 'no-referrer')
    })
    app.setErrorHandler((error: Error, request, reply) => {
      const { message } = explainError(error, request, reply)
      return reply.send(outcomePage(reply, { signedIn: false, message }))
    })

    registerCall(app, identityCalls.externalStart, async ({ params, request, reply }) => {
      const address = await startExternalSignIn(services, { request, reply }, issuerOf(params.issuer))
      reply.code(302).header('location', address)
      return ''
    })
    registerCall(app, identityCalls.externalCallback, async ({ params, request, reply }) => {
      await finishExternalSignIn(services, { request, reply }, issuerOf(params.issuer))
      return outcomePage(reply, { signedIn: true })
    })
    if (issuers.has('sample')) {
      registerCall(app, sampleIssuerCall, ({ query, reply }) => windowPage(reply, 'Sample issuer', samplePeoplePage(query.state)))
    }
  }

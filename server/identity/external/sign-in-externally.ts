import { ShopError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { replaceSession } from '../replace-session.ts'
import type { Exchange } from '../identity.ts'
import { networkOf } from '../../platform/limits/network-of.ts'
import { admitPerson } from './admit-person.ts'
import { beginAttempt, consumeSignInAttempt } from './attempts.ts'
import { callbackAddress, type IdentityProvider } from './issuer.ts'

type Shop = Pick<Services, 'db' | 'settings' | 'identity' | 'log'>

/**
 * Starts an attempt of this browser; returns the issuer's address to redirect to.
 * @throws ShopError NOT_ALLOWED for a request from another site's page; TOO_MANY_REQUESTS; EXTERNAL_UNAVAILABLE.
 */
export async function startExternalSignIn(shop: Shop, exchange: Exchange, issuer: IdentityProvider): Promise<string> {
  const { db, settings, identity } = shop
  identity.requireOwnOrigin(exchange.request)
  await identity.countAttempt('outside-sign-in', networkOf(exchange.request.ip))
  return issuer.addressFor(await beginAttempt(db, exchange, settings.shopUrl, issuer.id))
}

/**
 * Starts the identity session of the user who returns from the issuer and sets its cookie on the reply. The browser's
 * earlier session ends.
 * @throws ShopError as `readPerson` and `admitPerson`; ACCOUNT_DISABLED.
 */
export async function finishExternalSignIn(shop: Shop, exchange: Exchange, issuer: IdentityProvider): Promise<void> {
  const { db, settings, identity, log } = shop
  const { request } = exchange
  const callback = new URL(callbackAddress(settings.shopUrl, issuer.id))
  callback.search = request.url.split(/\?(.*)/s)[1] ?? ''
  const state = callback.searchParams.get('state') ?? ''
  const attempt = await consumeSignInAttempt(db, request, settings.shopUrl, issuer.id, state)
  if (!attempt) {
    log.info(
      { issuer: issuer.key, reason: 'this browser has no such attempt, or it was used before or is too old' },
      'an outside sign-in failed',
    )
    throw new ShopError('EXTERNAL_FAILED')
  }
  const person = await issuer.readPerson(callback, attempt)
  const userId = await admitPerson({ db, settings }, issuer.key, person)
  await replaceSession(identity, exchange, userId)
}

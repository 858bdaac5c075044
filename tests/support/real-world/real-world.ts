import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { loopbackCertificate } from '../doubles/loopback-certificate.ts'
import { headersOf, openMailServer, partsOf, refusal, type TestMailServer } from '../doubles/mail-server.ts'
import { startExternalIssuer, type TestIdentityProvider } from '../doubles/external-issuer.ts'
import { openS3Server, type S3Server } from '../doubles/s3-server.ts'
import { openStripeDouble, stripeKeys, type StripeDouble } from '../doubles/stripe-double.ts'

/** Secrets that are unique in the test. */
export const realWorldSecrets = {
  authSecret: 'canary-auth-secret-51d07c9e4b8a2f63',
  mailPassword: 'canary-mail:pass/word-90b1',
  oidcSecret: 'canary-oidc-secret-c3e8',
} as const

/** All external services of a shop in production, on loopback, each with the protocol of the real one. */
export type RealWorld = {
  stripe: StripeDouble
  mail: TestMailServer
  s3: S3Server
  issuer: TestIdentityProvider
  /** From now on the mail server refuses the shop's login, and repeats its password. */
  refuseLogins(): void
  /** Variables that make a shop a production shop with these services, except SHOP_URL and its port. */
  env: Record<string, string>
  stop(): Promise<void>
}

const MAIL_USER = 'shop@example.com'

/** The processor has test keys, so the shop is configured to accept them. */
export async function openRealWorld(): Promise<RealWorld> {
  const { authSecret, mailPassword, oidcSecret } = realWorldSecrets
  const [stripe, s3, issuer] = await Promise.all([openStripeDouble(), openS3Server(), startExternalIssuer()])
  let refusesLogins = false
  /** Ends each connection that has logged in and was used. */
  const cuts: (() => void)[] = []
  const mail = await openMailServer({
    authOptional: false,
    onAuth: ({ username, password }, _, callback) =>
      username === MAIL_USER && password === mailPassword && !refusesLogins
        ? callback(null, { user: username })
        : callback(refusal(535, `${password} is not the password`)),
    onRecipient: (_, cut) => void cuts.push(cut),
  })
  askForApproval(issuer)
  return {
    stripe,
    mail,
    s3,
    issuer,
    refuseLogins() {
      refusesLogins = true
      for (const cut of cuts) cut()
    },
    env: {
      SHOP_MODE: 'production',
      AUTH_SECRET: authSecret,
      TRUSTED_PROXIES: '127.0.0.1',
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripeKeys.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
      STRIPE_API_URL: stripe.url,
      STRIPE_ALLOW_TEST_KEYS: '1',
      SMTP_URL: `smtp://${encodeURIComponent(MAIL_USER)}:${encodeURIComponent(mailPassword)}@127.0.0.1:${mail.settings.port}`,
      MAIL_FROM: 'orders@parts.example.com',
      ORDER_MAIL_SECONDS: '0',
      ...s3.env,
      OIDC_ISSUER: issuer.server.issuer.url!,
      OIDC_NAME: 'Acme',
      OIDC_CLIENT_ID: 'shop',
      OIDC_CLIENT_SECRET: oidcSecret,
    },
    stop: async () => void (await Promise.all([stripe.stop(), mail.close(), s3.close(), issuer.stop()])),
  }
}

/** The issuer shows a page with a link to approve, before it redirects back. */
function askForApproval(issuer: TestIdentityProvider): void {
  const url = `http://127.0.0.1:${issuer.server.address().port}`
  issuer.server.issuer.url = url
  issuer.description = ({ body }) => void Object.assign(body, { authorization_endpoint: `${url}/login` })
  issuer.server.service.addRoute('GET', '/login', ({ url: asked }, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><title>Acme</title><a href="${asked!.replace('/login', '/authorize')}">Approve</a>`)
  })
}

/** Lets this process connect to servers with the certificate for localhost; the returned function reverts it. */
export function trustLoopback(): () => void {
  const known = getCACertificates('default')
  setDefaultCACertificates([...known, loopbackCertificate.cert])
  return () => setDefaultCACertificates(known)
}

/** Delivers each message of the processor immediately, as the real one does; the returned function ends it. */
export function deliverEventsTo(stripe: StripeDouble, webhookUrl: string): () => Promise<void> {
  const ending = new AbortController()
  const delivering = (async () => {
    while (!ending.signal.aborted) {
      await stripe.deliverEvents(webhookUrl)
      await delay(200, undefined, { signal: ending.signal }).catch(() => {})
    }
  })()
  return async () => {
    ending.abort()
    await delivering
  }
}

/** A mail as displayed. */
export type ReadMail = { from: string; subject: string; text: string; html: string }

/** The newest mail to this address whose subject fits. */
export function findMail({ received }: TestMailServer, email: string, subject: RegExp): ReadMail | undefined {
  return received
    .filter(({ to }) => to.join() === email)
    .map((mail) => {
      const headers = Object.fromEntries(headersOf(mail))
      const textOf = (wanted: string) => partsOf(mail).find(({ type }) => type === wanted)?.text ?? ''
      return {
        from: headers['from'] ?? '',
        subject: headers['subject'] ?? '',
        text: textOf('text/plain'),
        html: textOf('text/html'),
      }
    })
    .findLast((mail) => subject.test(mail.subject))
}

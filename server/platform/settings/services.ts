import { isIP } from 'node:net'
import { EMAIL_PATTERN } from '#contract/basics/fields.ts'
import { readMailServer, type MailServer } from './mail-server.ts'
import { isWebAddress, type Variables } from './variables.ts'

/** `from` is the plain sender address. */
export type SmtpSettings = { transport: 'smtp'; server: MailServer; from: string }

/** External services: each has an offline implementation, and a real one that its variables choose. */
export type ServiceSettings = {
  payments:
    /** `feeBp`: the sandbox's fee of each payment, in hundredths of a percent. */
    | { provider: 'sandbox'; feeBp: number }
    | {
        provider: 'stripe'
        secretKey: string
        publishableKey: string
        /** The first is the current one; two during a change of secrets. */
        webhookSecrets: readonly [string, ...string[]]
        /** Another address of Stripe's API, for tests. */
        apiUrl: string | undefined
      }
  mail: { transport: 'folder' } | SmtpSettings
  /** `hosts`: image hosts whose pictures parts may have, with their port if any. */
  pictures: { hosts: string[] } & (
    | { store: 'folder' }
    | {
        store: 's3'
        endpoint: string
        region: string
        bucket: string
        accessKeyId: string
        secretAccessKey: string
        /** Public address of the bucket's files; empty when the shop serves them. */
        publicUrl: string
      }
    | { store: 'host'; url: string; key: string; keyName: string; keyIn: 'query' | 'form' }
  )
  /** Addresses and networks that the shop may ask for files although they are private. */
  privateAddresses: string[]
  /** Where VAT ids of the EU are looked up: VIES of the European Commission, or undefined for nowhere. */
  viesUrl: string | undefined
  /** External sign-in; none by default. */
  google: { issuer: string; clientId: string; clientSecret: string } | undefined
  oidc: { name: string; issuer: string; clientId: string; clientSecret: string } | undefined
}

const VIES_URL = 'https://ec.europa.eu/taxation_customs/vies/rest-api'

/*
 * Orders, prices and reviews:
 * | `VIES_URL` | none: VAT ids are not looked up in trial mode | `https://ec.europa.eu/taxation_customs/vies/rest-api` | where VAT ids of buyers are [looked up](tax.md#vat-ids); `none`: nowhere |
 */

/** A trial shop needs no network, so it asks VIES only where the setting says so. */
function readVies(variables: Variables): string | undefined {
  const url = variables.read('VIES_URL') ?? (variables.read('SHOP_MODE') === 'production' ? VIES_URL : 'none')
  if (url === 'none') return undefined
  if (!isWebAddress(url, 'with path')) variables.problem("VIES_URL is 'none', or the address of the register of VAT ids.")
  return url.replace(/\/+$/, '')
}

export function readServices(variables: Variables): ServiceSettings {
  return {
    payments: readPayments(variables),
    mail: readMail(variables),
    pictures: readPictures(variables),
    privateAddresses: readPrivateAddresses(variables),
    viesUrl: readVies(variables),
    google: readGoogle(variables),
    oidc: readOidc(variables),
  }
}

const USUAL_FEE_PERCENT = '2.9'

function readSandboxFee(variables: Variables): number {
  const percent = variables.read('SANDBOX_FEE_PERCENT') ?? USUAL_FEE_PERCENT
  if (!/^\d(\.\d{1,2})?$/.test(percent)) variables.problem('SANDBOX_FEE_PERCENT is a percentage below 10, such as 2.9.')
  return Math.round(Number(percent) * 100)
}

/*
 * Payments:
 * | `STRIPE_SECRET_KEY`, `STRIPE_PUBLISHABLE_KEY` | none: sandbox in trial mode | required | [card payments with Stripe](services/stripe.md); both test or both live keys, in production live keys |
 * | `STRIPE_WEBHOOK_SECRET` | none | required | secret that signs Stripe's messages to `SHOP_URL/api/payment-webhook`; two, separated by a comma, during a change |
 * | `STRIPE_ALLOW_TEST_KEYS` | none | for a rehearsal | `1` lets a production shop start with test keys; each start prints a warning |
 * | `STRIPE_API_URL` | Stripe's own | for tests | replaces the address of Stripe's API |
 * | `SANDBOX_FEE_PERCENT` | `2.9` | unused | what the sandbox of trial mode keeps of each payment in its [payouts](books.md#payouts) |
 */

function readPayments(variables: Variables): ServiceSettings['payments'] {
  const stripe = variables.together(['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
  if (!stripe) return { provider: 'sandbox', feeBp: readSandboxFee(variables) }
  if (!/^(sk|rk)_/.test(stripe.STRIPE_SECRET_KEY)) variables.problem('STRIPE_SECRET_KEY begins with sk_ or rk_.')
  if (!stripe.STRIPE_PUBLISHABLE_KEY.startsWith('pk_')) variables.problem('STRIPE_PUBLISHABLE_KEY begins with pk_.')
  noteKeyModes(variables, stripe.STRIPE_SECRET_KEY, stripe.STRIPE_PUBLISHABLE_KEY)
  const [current = '', ...older] = variables.list('STRIPE_WEBHOOK_SECRET')
  for (const secret of [current, ...older]) {
    if (!secret.startsWith('whsec_')) variables.problem('STRIPE_WEBHOOK_SECRET begins with whsec_; two are separated by a comma.')
  }
  const apiUrl = variables.read('STRIPE_API_URL')
  if (apiUrl && !isWebAddress(apiUrl, 'origin only')) variables.problem('STRIPE_API_URL is an http or https address without a path.')
  return {
    provider: 'stripe',
    secretKey: stripe.STRIPE_SECRET_KEY,
    publishableKey: stripe.STRIPE_PUBLISHABLE_KEY,
    webhookSecrets: [current, ...older],
    apiUrl,
  }
}

/** Placeholder for a mail server that cannot be read, until the problem is reported. */
const UNREADABLE_SERVER: MailServer = { host: '', port: 0, security: 'tls', login: undefined }

/**
 * Both keys must be of the same mode. A trial shop, which is open to everyone, takes no real money. Production accepts test
 * keys only when they are allowed explicitly, because with test cards every visitor could make an order paid.
 */
function noteKeyModes(variables: Variables, secretKey: string, publishableKey: string): void {
  const modeOf = (key: string) => /^[a-z]+_(test|live)_/.exec(key)?.[1]
  const mode = modeOf(secretKey)
  if (mode !== modeOf(publishableKey)) {
    variables.problem('STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY are not both test keys or both live keys.')
  }
  if (mode === 'live' && variables.read('SHOP_MODE') !== 'production') {
    variables.problem('STRIPE_SECRET_KEY is a live key; a trial shop takes no real money. Use test keys, or SHOP_MODE=production.')
  }
  const allowed = variables.read('STRIPE_ALLOW_TEST_KEYS')
  if (allowed !== undefined && allowed !== '1') variables.problem('STRIPE_ALLOW_TEST_KEYS is 1 or not set.')
  if (mode === 'test' && variables.read('SHOP_MODE') === 'production' && allowed === undefined) {
    variables.problem(
      'STRIPE_SECRET_KEY is a test key: anybody could pay with a test card. Use live keys; STRIPE_ALLOW_TEST_KEYS=1 is for a rehearsal.',
    )
  }
}

/** Whether Stripe takes test cards and moves no money. */
export const takesTestCards = ({ publishableKey }: { publishableKey: string }) => publishableKey.startsWith('pk_test_')

/*
 * Mails:
 * | `SMTP_URL` | none: mails as files in trial mode | required | [mail server](services/mail.md): `smtp://USER:PASSWORD@HOST:PORT` (STARTTLS) or `smtps://...` (TLS from the start) |
 * | `MAIL_FROM` | none | required | sender address of the shop's mails; the sender's name is `SHOP_NAME` |
 */

function readMail(variables: Variables): ServiceSettings['mail'] {
  const smtp = variables.together(['SMTP_URL', 'MAIL_FROM'])
  if (!smtp) return { transport: 'folder' }
  const server = readMailServer(smtp.SMTP_URL)
  if (!server) {
    variables.problem('SMTP_URL is smtp://USER:PASSWORD@HOST:PORT or smtps://...; @ : / ? # % in user and password are percent-encoded.')
  }
  if (!new RegExp(EMAIL_PATTERN).test(smtp.MAIL_FROM)) {
    variables.problem('MAIL_FROM is not an email address such as shop@example.com, without a name.')
  }
  return { transport: 'smtp', server: server ?? UNREADABLE_SERVER, from: smtp.MAIL_FROM }
}

/*
 * Pictures and documents:
 * | `S3_ENDPOINT`, `S3_BUCKET`, `S3_ACCESS_KEY_ID`, `S3_SECRET_ACCESS_KEY` | none: pictures and documents in `DATA_DIR` | optional | [S3-compatible store](services/pictures.md) for pictures and documents of parts |
 * | `S3_REGION` | `us-east-1` | optional | region of the bucket |
 * | `S3_PUBLIC_URL` | none: the shop serves the pictures | optional | https address from which browsers fetch the bucket's files directly |
 * | `IMAGE_HOST_URL`, `IMAGE_HOST_KEY` | none | optional | [image host](services/pictures.md) for pictures instead of S3 |
 * | `IMAGE_HOST_KEY_NAME`, `IMAGE_HOST_KEY_IN` | `key`, `query` | optional | name of the key's parameter; `query` or `form` |
 * | `IMAGE_HOST_SERVES_FROM` | host of `IMAGE_HOST_URL` | optional | host names of the picture addresses, separated by commas |
 * | `FETCH_PRIVATE_ADDRESSES` | none | optional | IP addresses and networks, separated by commas, from which an import may [fetch pictures](services/pictures.md#pictures-from-addresses), and to which [webhooks](webhooks.md) may go, although they are private, such as `10.1.2.0/24` |
 */

function readPictures(variables: Variables): ServiceSettings['pictures'] {
  const s3 = variables.together(['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  const host = variables.together(['IMAGE_HOST_URL', 'IMAGE_HOST_KEY'])
  const hosts = readPictureHosts(variables)
  if (s3 && host) variables.problem('Pictures go to S3_... or to IMAGE_HOST_..., not to both.')
  if (s3) {
    if (!isPlainAddress(s3.S3_ENDPOINT)) variables.problem('S3_ENDPOINT is an http or https address and nothing more.')
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(s3.S3_BUCKET)) variables.problem('S3_BUCKET is the name of a bucket alone.')
    const publicUrl = variables.read('S3_PUBLIC_URL') ?? ''
    if (publicUrl && !(isPlainAddress(publicUrl) && isEncrypted(publicUrl))) {
      variables.problem('S3_PUBLIC_URL is an https address and nothing more.')
    }
    return {
      store: 's3',
      hosts,
      endpoint: s3.S3_ENDPOINT,
      region: variables.read('S3_REGION') ?? 'us-east-1',
      bucket: s3.S3_BUCKET,
      accessKeyId: s3.S3_ACCESS_KEY_ID,
      secretAccessKey: s3.S3_SECRET_ACCESS_KEY,
      publicUrl,
    }
  }
  if (!host) return { store: 'folder', hosts }
  if (!isEncrypted(host.IMAGE_HOST_URL)) {
    variables.problem('IMAGE_HOST_URL is an https address: the key travels there.')
    return { store: 'folder', hosts }
  }
  const keyIn = variables.read('IMAGE_HOST_KEY_IN') ?? 'query'
  if (keyIn !== 'query' && keyIn !== 'form') variables.problem("IMAGE_HOST_KEY_IN is 'query' or 'form'.")
  return {
    store: 'host',
    hosts: hosts.length > 0 ? hosts : [new URL(host.IMAGE_HOST_URL).host],
    url: host.IMAGE_HOST_URL,
    key: host.IMAGE_HOST_KEY,
    keyName: variables.read('IMAGE_HOST_KEY_NAME') ?? 'key',
    keyIn: keyIn === 'form' ? 'form' : 'query',
  }
}

/** They become part of each page's policy, so only a name and a port are allowed. */
function readPictureHosts(variables: Variables): string[] {
  const hosts = variables.list('IMAGE_HOST_SERVES_FROM').map((host) => host.toLowerCase())
  for (const host of hosts) {
    if (/^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(host)) continue
    variables.problem(`IMAGE_HOST_SERVES_FROM names '${host}', which is no host name such as images.example.com.`)
  }
  return hosts
}

function readPrivateAddresses(variables: Variables): string[] {
  const addresses = variables.list('FETCH_PRIVATE_ADDRESSES')
  for (const address of addresses) {
    const [ip = '', bits] = address.split('/')
    const most = isIP(ip) === 6 ? 128 : 32
    if (isIP(ip) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))) continue
    variables.problem(`FETCH_PRIVATE_ADDRESSES names '${address}', which is no IP address or network such as 10.1.2.0/24.`)
  }
  return addresses
}

/** An address to which paths are appended: without a query, and without a password, which would be logged. */
function isPlainAddress(text: string): boolean {
  const address = URL.parse(text)
  return isWebAddress(text, 'with path') && address?.username === '' && address.password === '' && !/[?#]/.test(text)
}

function isEncrypted(text: string): boolean {
  const address = URL.parse(text)
  if (!address || address.username !== '' || address.password !== '') return false
  return address.protocol === 'https:' || (address.protocol === 'http:' && LOOPBACK.has(address.hostname))
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Hosts of product pictures besides the shop's own origin, for the pages' content security policy. */
export function pictureHosts({ pictures }: Pick<ServiceSettings, 'pictures'>): string[] {
  const bucket = pictures.store === 's3' && pictures.publicUrl ? [new URL(pictures.publicUrl).origin] : []
  return [...pictures.hosts.map((host) => `https://${host}`), ...bucket]
}

/*
 * Sign-in:
 * | `GOOGLE_CLIENT_ID`, `GOOGLE_CLIENT_SECRET` | none: sample provider in trial mode | optional | [sign-in with Google](services/sign-in.md) |
 * | `OIDC_ISSUER`, `OIDC_CLIENT_ID`, `OIDC_CLIENT_SECRET` | none | optional | [sign-in with any OpenID Connect provider](services/sign-in.md) |
 * | `OIDC_NAME` | host of `OIDC_ISSUER` | optional | name on its button: *Continue With ...* |
 * | `GOOGLE_ISSUER` | `https://accounts.google.com` | for tests | replaces the address of Google |
 */

function readGoogle(variables: Variables): ServiceSettings['google'] {
  const google = variables.together(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  if (!google) return undefined
  return {
    issuer: readIssuer(variables, 'GOOGLE_ISSUER') ?? 'https://accounts.google.com',
    clientId: google.GOOGLE_CLIENT_ID,
    clientSecret: google.GOOGLE_CLIENT_SECRET,
  }
}

function readOidc(variables: Variables): ServiceSettings['oidc'] {
  const oidc = variables.together(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])
  if (!oidc) return undefined
  const issuer = readIssuer(variables, 'OIDC_ISSUER')
  if (issuer === undefined) return undefined
  return {
    name: variables.read('OIDC_NAME') ?? new URL(issuer).host,
    issuer,
    clientId: oidc.OIDC_CLIENT_ID,
    clientSecret: oidc.OIDC_CLIENT_SECRET,
  }
}

/** Unchanged, with or without a trailing slash, because it is compared with the issuer's own identifier. */
function readIssuer(variables: Variables, name: 'GOOGLE_ISSUER' | 'OIDC_ISSUER'): string | undefined {
  const issuer = variables.read(name)
  if (issuer === undefined || isIssuer(issuer)) return issuer
  variables.problem(`${name} is an https address without a query; http only on this machine.`)
  return undefined
}

function isIssuer(text: string): boolean {
  if (!isWebAddress(text, 'with path')) return false
  const { protocol, hostname, search, hash } = new URL(text)
  const isPrivate = protocol === 'https:' || LOOPBACK.has(hostname)
  return isPrivate && search === '' && hash === ''
}

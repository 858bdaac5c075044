import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { EMAIL_PATTERN, normalizeEmail } from '#contract/basics/fields.ts'
import { DEFAULT_SHOP_NAME } from '#contract/basics/limits.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import { readBackupSettings, type BackupSettings } from './backups.ts'
import { readReviews, type ReviewSettings } from './reviews.ts'
import { readInboundMail, type InboundMailSettings } from './inbound-mail.ts'
import { readMailBounds, type MailBounds } from './mail-bounds.ts'
import { readDatabase, type DatabaseSettings } from './database.ts'
import { readRunning, type RunningSettings } from './running.ts'
import { readShipping, type ShippingSettings } from './shipping.ts'
import { readServices, type ServiceSettings } from './services.ts'
import { readTrust, type TrustSettings } from './trust.ts'
import { readTraces, type TraceSettings } from './traces.ts'
import { isWebAddress, Variables } from './variables.ts'

/** The shop's configuration, read once from the environment, and what its owner has set. */
export type Settings = ServiceSettings &
  RunningSettings &
  DatabaseSettings &
  MailBounds & {
    mode: 'trial' | 'production'
    /** Vite in middleware mode with hot reload; `npm run dev`. */
    development: boolean
    host: string
    port: number
    /** Public address of the shop without a trailing slash; links in mails begin with it. */
    shopUrl: string
    /** The displayed name: from the environment, else the owner's, else the built-in one. */
    shopName: string
    /** The name in the environment. */
    fixedShopName: string | undefined
    /** What the owner has set in the browser; `applySettings` keeps it up to date. */
    shop: ShopSettings
    dataDir: string
    backups: BackupSettings
    /** This address becomes an admin once it is registered (trial) or verified (production). */
    adminEmail: string | undefined
    /** Signs cookies and mail links. At least 32 characters in production; kept in `dataDir` in trial mode. */
    authSecret: string | undefined
    /** Maximum unpaid orders of one customer, including held pieces. */
    maxUnpaidOrders: number
    unpaidOrderDays: number
    /** A price that falls by more per cent than this must be confirmed; 100 requires no confirmation. */
    priceFallPercent: number
    /** Days after which entries of the audit log are deleted; 0 for never. */
    auditDays: number
    /** What an account may set aside without paying, by its trust. */
    trust: TrustSettings
    reviews: ReviewSettings
    shipping: ShippingSettings
    inboundMail: InboundMailSettings
    /** Proxies whose X-Forwarded-For is believed; none by default. */
    trustedProxies: string[]
    logLevel: string
    /** None by default. */
    traces: TraceSettings | undefined
  }

/** The configuration cannot be used; `problems` has one sentence for each wrong variable. */
export class SettingsError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])
const AUTH_SECRET_MIN_LENGTH = 32
/** Younger entries are kept under any setting. */
const MIN_AUDIT_DAYS = 30
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace']

/*
 * The shop:
 * | `SHOP_MODE` | `trial` | `production` | `trial` has sandbox services and sample accounts; `production` has neither |
 * | `PORT` | `3000` | optional | port to listen on; 0 takes a free one, and the start prints it |
 * | `HOST` | `127.0.0.1` | optional | address to listen on; a trial shop listens on loopback only |
 * | `SHOP_URL` | `http://localhost:PORT` | required, https | public address of the shop; links in mails begin with it |
 * | `SHOP_NAME` | `Teleforge` | optional | brand in header, footer and mails; wins over the name set in the browser |
 * | `DATA_DIR` | `data` | optional | folder of the private database, pictures, documents, mails |
 * | `AUTH_SECRET` | generated in `DATA_DIR` | required | at least 32 random characters; signs cookies and links |
 * | `ADMIN_EMAIL` | none | optional | this address becomes an admin once registered (in production: once verified), and again at each start; contact messages and notices of refunds are mailed to it, otherwise to every admin |
 * | `TRUSTED_PROXIES` | none | behind a proxy | addresses or ranges, separated by commas, whose `X-Forwarded-For` is trusted |
 * | `SHOP_DEV` | none | unused | `1`, set by `npm run dev`: the storefront with hot reload |
 */

/*
 * Orders, prices and reviews:
 * | `MAX_UNPAID_ORDERS` | `20` | optional | unpaid orders at a time, for an account that has paid before |
 * | `UNPAID_ORDER_DAYS` | `7` | optional | days until an unpaid order of such an account is cancelled and its pieces return to stock |
 * | `PRICE_FALL_PERCENT` | `30` | optional | a price, or step of a price ladder, that falls by more per cent than this must be confirmed; `100`: never |
 */

/*
 * Operation and limits:
 * | `LOG_LEVEL` | `warn` | `info` unless set | `fatal`, `error`, `warn`, `info`, `debug`, `trace`; from `info` on, one line per request ([operations](operations.md)) |
 * | `AUDIT_DAYS` | `0` | optional | days after which entries of the audit log are deleted, at least 30; `0`: never |
 */

/**
 * Reads the environment. Production requires real services and all secrets.
 * @throws SettingsError naming every missing or wrong variable, not only the first.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const variables = new Variables(env)
  const mode = readMode(variables)
  const port = readPort(variables)
  const maxUnpaidOrders = variables.count('MAX_UNPAID_ORDERS', { usual: 20, most: 10_000 })
  const unpaidOrderDays = variables.count('UNPAID_ORDER_DAYS', { usual: 7, most: 365 })
  const settings: Settings = {
    mode,
    development: variables.read('SHOP_DEV') === '1',
    host: readHost(variables, mode),
    port,
    shopUrl: readShopUrl(variables) ?? addressHere(port),
    shopName: variables.read('SHOP_NAME') ?? DEFAULT_SHOP_NAME,
    fixedShopName: variables.read('SHOP_NAME'),
    shop: {},
    dataDir: resolve(variables.read('DATA_DIR') ?? 'data'),
    backups: readBackupSettings(variables, resolve(variables.read('DATA_DIR') ?? 'data')),
    adminEmail: readAdminEmail(variables),
    authSecret: readAuthSecret(variables),
    auditDays: readAuditDays(variables),
    priceFallPercent: variables.count('PRICE_FALL_PERCENT', { usual: 30, most: 100 }),
    maxUnpaidOrders,
    unpaidOrderDays,
    trust: readTrust(variables, { maxUnpaidOrders, unpaidOrderDays, isEarnedByDefault: mode === 'production' }),
    reviews: readReviews(variables),
    shipping: readShipping(variables),
    inboundMail: readInboundMail(variables, mode),
    trustedProxies: readTrustedProxies(variables),
    logLevel: readLogLevel(variables, mode),
    traces: readTraces(variables),
    ...readMailBounds(variables, mode),
    ...readDatabase(variables),
    ...readRunning(variables, mode),
    ...readServices(variables),
  }
  if (mode === 'production') requireForProduction(settings, variables)
  requireKnownPort(settings, variables)
  if (variables.problems.length > 0) throw new SettingsError(variables.problems)
  return settings
}

function readAuditDays(variables: Variables): number {
  const days = variables.count('AUDIT_DAYS', { usual: 0, least: 0, most: 36_500 })
  if (days > 0 && days < MIN_AUDIT_DAYS) variables.problem(`AUDIT_DAYS is 0, or at least ${MIN_AUDIT_DAYS}.`)
  return days
}

/** The address of a shop without SHOP_URL. */
export const addressHere = (port: number) => `http://localhost:${port}`

/** A single process takes a free port and knows it from the start. Several would have to share it. */
function requireKnownPort({ processes, development, port, shopUrl }: Settings, variables: Variables): void {
  if (port !== 0 || shopUrl !== addressHere(0) || processes === 1 || development) return
  variables.problem('PORT is 0, a free port: with SHOP_PROCESSES above 1, set SHOP_URL, too.')
}

function requireForProduction(settings: Settings, variables: Variables): void {
  if (!settings.authSecret) variables.problem('AUTH_SECRET is missing: at least 32 random characters.')
  if (!settings.shopUrl.startsWith('https://')) {
    variables.problem('SHOP_URL is missing or not https: the address of the shop as visitors know it.')
  }
  if (settings.payments.provider === 'sandbox') {
    variables.problem('STRIPE_SECRET_KEY is missing: production takes no sandbox payments.')
  }
  if (settings.mail.transport === 'folder') variables.problem('SMTP_URL is missing: production writes no mail into a folder.')
}

function readMode(variables: Variables): Settings['mode'] {
  const mode = variables.read('SHOP_MODE') ?? 'trial'
  if (mode === 'trial' || mode === 'production') return mode
  variables.problem(`SHOP_MODE is '${mode}'; it is 'trial' or 'production'.`)
  return 'trial'
}

function readPort(variables: Variables): number {
  const port = Number(variables.read('PORT') ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) variables.problem('PORT is a number from 0 to 65535.')
  return port
}

function readHost(variables: Variables, mode: Settings['mode']): string {
  const host = variables.read('HOST') ?? '127.0.0.1'
  if (mode === 'trial' && !LOOPBACK.has(host)) {
    variables.problem(`HOST is '${host}'; a trial shop has sample accounts and listens on loopback only.`)
  }
  return host
}

function readShopUrl(variables: Variables): string | undefined {
  const shopUrl = variables.read('SHOP_URL')?.replace(/\/+$/, '')
  if (shopUrl !== undefined && !isWebAddress(shopUrl, 'origin only')) {
    variables.problem('SHOP_URL is an http or https address without a path, such as https://parts.example.com.')
  }
  return shopUrl
}

function readAdminEmail(variables: Variables): string | undefined {
  const adminEmail = variables.read('ADMIN_EMAIL')
  if (adminEmail && !new RegExp(EMAIL_PATTERN).test(adminEmail)) variables.problem('ADMIN_EMAIL is not an email address.')
  return adminEmail && normalizeEmail(adminEmail)
}

function readAuthSecret(variables: Variables): string | undefined {
  const authSecret = variables.read('AUTH_SECRET')
  if (authSecret && authSecret.length < AUTH_SECRET_MIN_LENGTH) {
    variables.problem(`AUTH_SECRET has fewer than ${AUTH_SECRET_MIN_LENGTH} characters.`)
  }
  return authSecret
}

function readTrustedProxies(variables: Variables): string[] {
  const proxies = variables.list('TRUSTED_PROXIES')
  for (const proxy of proxies) {
    if (isAddressOrRange(proxy)) continue
    variables.problem(`TRUSTED_PROXIES names '${proxy}', which is no IP address or range such as 10.0.0.0/8.`)
  }
  return proxies
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Request lines are useful in the log of a production shop, and only noise in a trial. */
function readLogLevel(variables: Variables, mode: Settings['mode']): string {
  const logLevel = variables.read('LOG_LEVEL') ?? (mode === 'production' ? 'info' : 'warn')
  if (!LOG_LEVELS.includes(logLevel)) variables.problem(`LOG_LEVEL is one of ${LOG_LEVELS.join(', ')}.`)
  return logLevel
}

import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { DEFAULT_SHOP_NAME } from '#contract/limits.ts'
import { EMAIL_PATTERN, normalizeEmail } from '#contract/fields.ts'

/** The shop's configuration, read once from the environment. docs/configuration in the README lists every variable. */
export type Settings = {
  mode: 'trial' | 'production'
  /** Vite in middleware mode with hot reload; `npm run dev`. */
  development: boolean
  host: string
  port: number
  /** Address of the shop as its visitors know it, without a slash at the end; links in mails begin with it. */
  shopUrl: string
  shopName: string
  /** Folder of everything the shop keeps on this machine. */
  dataDir: string
  /** Outside PostgreSQL; without it the private one in `dataDir` is started. */
  databaseUrl: string | undefined
  /** This address becomes an admin once it is registered (trial) or verified (production). */
  adminEmail: string | undefined
  /** Signs cookies and mail links. At least 32 characters in production; kept in `dataDir` in trial mode. */
  authSecret: string | undefined
  /** Addresses of proxies whose word on a visitor's address is taken; nobody's by default. */
  trustedProxies: string[]
  logLevel: string
}

/** The configuration cannot be used; `problems` holds one sentence for each variable that is wrong. */
export class SettingsError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])
const AUTH_SECRET_MIN_LENGTH = 32
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace']

/**
 * Reads the environment. In production nothing may be a sandbox and no secret may be missing.
 * @throws SettingsError naming every variable that is missing or wrong, not only the first.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const problems: string[] = []
  const read = (name: string) => env[name]?.trim() || undefined

  const mode = read('SHOP_MODE') ?? 'trial'
  if (mode !== 'trial' && mode !== 'production') problems.push(`SHOP_MODE is '${mode}'; it is 'trial' or 'production'.`)

  const port = Number(read('PORT') ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) problems.push('PORT is a number from 0 to 65535.')

  const host = read('HOST') ?? '127.0.0.1'
  if (mode === 'trial' && !LOOPBACK.has(host)) {
    problems.push(`HOST is '${host}'; a trial shop has sample accounts and listens on loopback only.`)
  }

  const shopUrl = read('SHOP_URL')?.replace(/\/+$/, '') ?? `http://localhost:${port}`
  if (read('SHOP_URL') && !isOrigin(shopUrl)) problems.push('SHOP_URL is an http or https address without a path, such as https://parts.example.com.')

  const databaseUrl = read('DATABASE_URL')
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) problems.push('DATABASE_URL begins with postgres://.')

  const adminEmail = read('ADMIN_EMAIL')
  if (adminEmail && !new RegExp(EMAIL_PATTERN).test(adminEmail)) problems.push('ADMIN_EMAIL is not an email address.')

  const authSecret = read('AUTH_SECRET')
  if (authSecret && authSecret.length < AUTH_SECRET_MIN_LENGTH) {
    problems.push(`AUTH_SECRET has fewer than ${AUTH_SECRET_MIN_LENGTH} characters.`)
  }

  const trustedProxies = (read('TRUSTED_PROXIES') ?? '').split(',').map((proxy) => proxy.trim()).filter(Boolean)
  for (const proxy of trustedProxies) {
    if (!isAddressOrRange(proxy)) problems.push(`TRUSTED_PROXIES names '${proxy}', which is no IP address or range such as 10.0.0.0/8.`)
  }

  const logLevel = read('LOG_LEVEL') ?? 'warn'
  if (!LOG_LEVELS.includes(logLevel)) problems.push(`LOG_LEVEL is one of ${LOG_LEVELS.join(', ')}.`)

  if (mode === 'production') problems.push(...missingInProduction(read))
  if (problems.length > 0) throw new SettingsError(problems)

  return {
    mode: mode as Settings['mode'],
    development: read('SHOP_DEV') === '1',
    host,
    port,
    shopUrl,
    shopName: read('SHOP_NAME') ?? DEFAULT_SHOP_NAME,
    dataDir: resolve(read('DATA_DIR') ?? 'data'),
    databaseUrl,
    adminEmail: adminEmail && normalizeEmail(adminEmail),
    authSecret,
    trustedProxies,
    logLevel,
  }
}

/** What a shop that takes real money needs and has not been given. */
function missingInProduction(read: (name: string) => string | undefined): string[] {
  const problems: string[] = []
  if (!read('AUTH_SECRET')) problems.push('AUTH_SECRET is missing: at least 32 random characters.')
  if (!read('SHOP_URL')?.startsWith('https://')) problems.push('SHOP_URL is missing or not https: the address of the shop.')
  problems.push(
    'Card payments: this release has only the sandbox, which production does not use.',
    'Mail: this release has only the folder of trial mode, which production does not use.',
  )
  return problems
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function isOrigin(address: string): boolean {
  try {
    const url = new URL(address)
    return (url.protocol === 'http:' || url.protocol === 'https:') && url.origin === address
  } catch {
    return false
  }
}

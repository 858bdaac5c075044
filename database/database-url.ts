import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

/** A host name, an address, or the folder of a Unix socket. */
export type Host = { host: string; port: number }

/** The parts of `DATABASE_URL`. For missing ones the driver uses PGUSER, PGPASSWORD and the like. */
export type DatabaseAddress = {
  /** At least one; they are tried in this order. */
  hosts: Host[]
  user?: string
  password?: string
  database?: string
  /** `false`: no TLS. The certificate is checked unless `rejectUnauthorized` is false. */
  ssl: false | ConnectionOptions
  /** `sslmode=prefer`: a host without TLS is connected to unencrypted. */
  sslIsOptional: boolean
  /** Connects only to a server that accepts writes. */
  mustWrite: boolean
  options?: string
  application_name?: string
  enableChannelBinding?: boolean
}

/** `DATABASE_URL` cannot be used; the message is one sentence about it, without the password. */
export class DatabaseUrlError extends Error {}

const SHAPE = /^postgres(?:ql)?:\/\/(?:(?<login>[^/?#@]*)@)?(?<hosts>[^/?#@]*)(?:\/(?<database>[^/?#@]*))?(?:\?(?<parameters>[^#@]*))?$/
const HOST = /^(?:\[(?<v6>[\da-f:.%]+)\]|(?<host>[^:]*))(?::(?<port>\d*))?$/i
const DEFAULT_PORT = 5432
const LOGIN_PARAMETERS = ['host', 'port', 'user', 'password', 'dbname', 'channel_binding']
const TLS_PARAMETERS = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey']
const PARAMETERS = [LOGIN_PARAMETERS, TLS_PARAMETERS, ['target_session_attrs', 'options', 'application_name']].flat()
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full']
/** The shop writes, so it cannot use a standby. */
const SESSION_ATTRIBUTES = ['any', 'read-write', 'primary']

/**
 * Parses a connection URI of libpq: `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/NAME?PARAMETER=VALUE`. Also reads
 * certificate files.
 * @throws DatabaseUrlError
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const parts = SHAPE.exec(text)?.groups
  if (!parts) {
    throw new DatabaseUrlError(
      'DATABASE_URL is postgres://USER:PASSWORD@HOST:PORT/NAME; @ : / ? # % in user and password are percent-encoded.',
    )
  }
  const parameters = readParameters(parts['parameters'] ?? '')
  const [user = '', ...password] = (parts['login'] ?? '').split(':')
  const hosts = readHosts(parts['hosts'] ?? '', parameters)
  const attributes = parameters.get('target_session_attrs')
  requireOneOf('target_session_attrs', attributes, SESSION_ATTRIBUTES)
  return {
    hosts,
    ...given('user', parameters.get('user') ?? decode(user)),
    ...given('password', parameters.get('password') ?? decode(password.join(':'))),
    ...given('database', parameters.get('dbname') ?? decode(parts['database'] ?? '')),
    ...given('options', parameters.get('options')),
    ...given('application_name', parameters.get('application_name')),
    ...(parameters.has('channel_binding') && { enableChannelBinding: parameters.get('channel_binding') !== 'disable' }),
    ...readTls(parameters),
    mustWrite: hosts.length > 1 || (attributes !== undefined && attributes !== 'any'),
  }
}

export const describeHosts = ({ hosts }: DatabaseAddress) =>
  hosts.map(({ host, port }) => (host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`)).join(', ')

function readParameters(text: string): Map<string, string> {
  const parameters = new Map(new URLSearchParams(text.replaceAll('+', '%2B')))
  for (const name of parameters.keys()) {
    if (PARAMETERS.includes(name)) continue
    throw new DatabaseUrlError(`DATABASE_URL has the parameter '${name}'; the shop knows ${PARAMETERS.join(', ')}.`)
  }
  return parameters
}

/** As in libpq: the parameters `host` and `port` override those of the address; a single port applies to all hosts. */
function readHosts(text: string, parameters: Map<string, string>): Host[] {
  const hosts = text.split(',').map((one) => {
    const found = HOST.exec(one)?.groups
    if (!found) throw new DatabaseUrlError(`DATABASE_URL names a host as '${one}'; it is HOST:PORT, several with commas between.`)
    return { host: found['v6'] ?? decode(found['host'] ?? ''), port: found['port'] }
  })
  const names = parameters.get('host')?.split(',') ?? hosts.map(({ host }) => host)
  const ports = parameters.get('port')?.split(',') ?? hosts.map(({ port }) => port)
  if (ports.length > 1 && ports.length !== names.length) {
    throw new DatabaseUrlError(`DATABASE_URL names ${names.length} hosts and ${ports.length} ports.`)
  }
  return names.map((host, index) => {
    const port = Number((ports.length > 1 ? ports[index] : ports[0]) || process.env['PGPORT'] || DEFAULT_PORT)
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new DatabaseUrlError('A port of DATABASE_URL is a number from 1 to 65535.')
    return { host: host || process.env['PGHOST'] || 'localhost', port }
  })
}

/**
 * As in libpq: `require` encrypts, `verify-ca` also checks the issuer of the certificate, `verify-full` also its host.
 */
function readTls(parameters: Map<string, string>): Pick<DatabaseAddress, 'ssl' | 'sslIsOptional'> {
  const mode = parameters.get('sslmode') ?? modeWithoutName(parameters)
  requireOneOf('sslmode', mode, SSL_MODES)
  const authorities = parameters.get('sslrootcert')
  if (mode === 'verify-ca' && (authorities === undefined || authorities === 'system')) {
    throw new DatabaseUrlError(
      'sslmode=verify-ca in DATABASE_URL needs sslrootcert=FILE, the certificate authority to trust; or take verify-full.',
    )
  }
  if (mode === 'disable') return { ssl: false, sslIsOptional: false }
  const checksAuthority = mode.startsWith('verify') || (mode === 'require' && authorities !== undefined)
  const ssl: ConnectionOptions = {
    ...(authorities !== undefined && authorities !== 'system' && { ca: readCertificate('sslrootcert', authorities) }),
    ...(parameters.has('sslcert') && { cert: readCertificate('sslcert', parameters.get('sslcert')!) }), // has it
    ...(parameters.has('sslkey') && { key: readCertificate('sslkey', parameters.get('sslkey')!) }), // has it
    rejectUnauthorized: checksAuthority,
    // `verify-ca` checks only the issuer of the certificate.
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  }
  return { ssl, sslIsOptional: mode === 'prefer' }
}

/** `ssl=true`, as in other programs, or a certificate without a mode implies the strictest mode. */
function modeWithoutName(parameters: Map<string, string>): string {
  const wantsTls = ['true', '1'].includes(parameters.get('ssl') ?? '')
  if (wantsTls || ['sslrootcert', 'sslcert', 'sslkey'].some((name) => parameters.has(name))) return 'verify-full'
  return process.env['PGSSLMODE'] ?? 'disable'
}

function readCertificate(parameter: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new DatabaseUrlError(`${parameter} of DATABASE_URL names ${file}, which cannot be read (${reason}).`)
  }
}

function requireOneOf(parameter: string, value: string | undefined, known: string[]): void {
  if (value === undefined || known.includes(value)) return
  throw new DatabaseUrlError(`${parameter} of DATABASE_URL is '${value}'; it is one of ${known.join(', ')}.`)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new DatabaseUrlError('DATABASE_URL has a % without two digits behind it; % itself is written %25.')
  }
}

/** A field with this value, or none for an empty one. */
function given<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  const field: Partial<Record<Name, string>> = {}
  if (value) field[name] = value
  return field
}

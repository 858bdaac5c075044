import { codeOf } from './error-codes.ts'

/** What to do about a failed connection, by error code. */
const ADVICE: Record<string, string> = {
  '28000': 'Correct the user in DATABASE_URL, or allow the connection in pg_hba.conf of the server.',
  '28P01': 'Correct user and password in DATABASE_URL.',
  '3D000': `Create it: create database NAME encoding 'UTF8' template template0.`,
  '53300': 'Raise max_connections of the server, or put a pooler between (docs/services/database.md).',
  '57P03': 'Try again when the server has started.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Name the certificate authority in DATABASE_URL: sslrootcert=FILE.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Name the certificate authority in DATABASE_URL: sslrootcert=FILE.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Name the certificate authority in DATABASE_URL: sslrootcert=FILE.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Name the certificate authority in DATABASE_URL: sslrootcert=FILE.',
  CERT_HAS_EXPIRED: 'Give the server a new certificate.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Use the host name that the certificate is for, or sslmode=verify-ca.',
}

const BY_MESSAGE: [pattern: RegExp, advice: string][] = [
  [/no encryption|SSL off|SSL required/i, 'Add sslmode=verify-full to DATABASE_URL.'],
  [/does not support SSL/, 'Set up TLS on the server, or use sslmode=disable in a private network.'],
  [/statement pool/i, 'Set pool_mode of the pooler to transaction or session.'],
  [/unsupported startup parameter/, 'Take options out of DATABASE_URL, or let the pooler ignore them (ignore_startup_parameters).'],
  [/the server takes no writes/, 'None of the hosts is a primary at this moment.'],
]

/** Why a connection failed and, if known, what to do: one or two sentences without secrets. */
export function explainConnectError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const reason = error.message || String(codeOf(error))
  const advice = BY_MESSAGE.find(([pattern]) => pattern.test(reason))?.[1] ?? ADVICE[codeOf(error) ?? '']
  return advice ? `${reason.replace(/\.$/, '')}. ${advice}` : reason
}

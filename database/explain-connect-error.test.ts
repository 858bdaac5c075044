import { expect, test } from 'vitest'
import { explainConnectError } from './explain-connect-error.ts'

const failed = (code: string, message: string) => Object.assign(new Error(message), { code })

test.each([
  [failed('28P01', 'password authentication failed for user "shop"'), /Correct user and password/],
  [failed('28000', 'role "shop" does not exist'), /Correct the user/],
  [failed('28000', 'no pg_hba.conf entry for host "10.0.0.7", user "shop", database "shop", no encryption'), /sslmode=verify-full/],
  [failed('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain'), /sslrootcert=FILE/],
  [
    failed('ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames"),
    /the host name that the certificate is for/,
  ],
  [new Error('The server does not support SSL connections'), /sslmode=disable in a private network/],
  [failed('08P01', 'transaction blocks not allowed in statement pooling mode'), /pool_mode/],
  [failed('25006', 'the server takes no writes'), /None of the hosts is a primary/],
])('%s comes with what to do (88)', (error, advice) => {
  expect(explainConnectError(error)).toMatch(advice)
})

test('an error without a message is told by its code (88)', () => {
  expect(explainConnectError(failed('ECONNREFUSED', ''))).toBe('ECONNREFUSED')
})

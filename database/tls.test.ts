import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { openDatabaseDouble, urlOf, type DatabaseDouble } from '#tests/support/database/database-double.ts'
import { loopbackCertificate } from '#tests/support/doubles/loopback-certificate.ts'
import { useClient } from './use-client.ts'

let room: string
let files: { sslrootcert: string; sslcert: string; sslkey: string }

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'teleforge-tls-'))
  afterTheFile(() => rm(room, { recursive: true, force: true }))
  files = { sslrootcert: join(room, 'root.crt'), sslcert: join(room, 'root.crt'), sslkey: join(room, 'client.key') }
  await writeFile(files.sslrootcert, loopbackCertificate.cert)
  await writeFile(files.sslkey, loopbackCertificate.key)
})

const withTls = (host = '127.0.0.1') =>
  openDatabaseDouble(inject('postgres'), {
    host,
    tls: { ...loopbackCertificate, ca: loopbackCertificate.cert, requestCert: true, rejectUnauthorized: false },
  })

const ask = (host: string, { port }: DatabaseDouble, parameters: Record<string, string>) =>
  useClient({ connectionString: urlOf(inject('postgres'), `${host}:${port}`, parameters) }, 'test', async (client) => {
    const { rows } = await client.query('select 1 as one')
    return rows
  })

const answered = [{ one: 1 }]

test('a certificate is checked as the mode says (88)', async () => {
  const server = await withTls()
  const { sslrootcert } = files

  expect(await ask('127.0.0.1', server, { sslmode: 'require' })).toEqual(answered)
  expect(await ask('localhost', server, { sslmode: 'verify-full', sslrootcert })).toEqual(answered)
  await expect(ask('127.0.0.1', server, { sslmode: 'verify-full' })).rejects.toThrow(/self-signed certificate/)
  await expect(ask('127.0.0.1', server, { sslmode: 'verify-full', sslrootcert: 'system' })).rejects.toThrow(/self-signed certificate/)
  expect(server.seen).toMatchObject({ plain: 0, tls: 2 })
})

// Only Linux answers at every address of 127.0.0.0/8 by itself.
test.skipIf(process.platform !== 'linux')('only verify-full asks whose certificate it is (88)', async () => {
  const server = await withTls('127.0.0.2')
  const { sslrootcert } = files

  expect(await ask('127.0.0.2', server, { sslmode: 'verify-ca', sslrootcert })).toEqual(answered)
  await expect(ask('127.0.0.2', server, { sslmode: 'verify-full', sslrootcert })).rejects.toThrow(/does not match certificate/)
})

test('a server without TLS is refused, unless TLS is only preferred (88)', async () => {
  const server = await openDatabaseDouble(inject('postgres'))

  await expect(ask('127.0.0.1', server, { sslmode: 'require' })).rejects.toThrow('The server does not support SSL connections')
  expect(await ask('127.0.0.1', server, { sslmode: 'prefer' })).toEqual(answered)
})

test('where TLS is preferred and there is, it is used (88)', async () => {
  const server = await withTls()

  expect(await ask('127.0.0.1', server, { sslmode: 'prefer' })).toEqual(answered)
  expect(server.seen).toMatchObject({ plain: 0, tls: 1 })
})

test('a client certificate is shown to the server (88)', async () => {
  const server = await withTls()

  expect(await ask('127.0.0.1', server, { sslmode: 'verify-full', ...files })).toEqual(answered)
  expect(server.seen.certificates).toBe(1)
})

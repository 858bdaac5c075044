import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { describeHosts, parseDatabaseUrl } from './database-url.ts'

test('a database address is read as libpq reads it', () => {
  expect(parseDatabaseUrl('postgres://shop:w%23rd@db.example.com:6432/parts')).toMatchObject({
    hosts: [{ host: 'db.example.com', port: 6432 }],
    user: 'shop',
    password: 'w#rd',
    database: 'parts',
    ssl: false,
    mustWrite: false,
  })
})

test.each([
  ['postgres://a,b/shop', 'a:5432, b:5432'],
  ['postgres://a:5433,[2001:db8::7]:5434/shop', 'a:5433, [2001:db8::7]:5434'],
  ['postgres://shop@localhost/shop?host=/var/run/postgresql', '/var/run/postgresql'],
  ['postgres:///shop?host=a,b&port=6000', 'a:6000, b:6000'],
  ['postgres://%2Fvar%2Frun%2Fpostgresql/shop', '/var/run/postgresql'],
  ['postgres://localhost', 'localhost:5432'],
])('%s leads to %s', (url, hosts) => {
  expect(describeHosts(parseDatabaseUrl(url))).toBe(hosts)
})

test('of several hosts, and where it is asked for, only one that takes writes is used (88)', () => {
  const mustWrite = (url: string) => parseDatabaseUrl(url).mustWrite

  expect(mustWrite('postgres://a:5432,b:5432/shop?target_session_attrs=read-write')).toBe(true)
  expect(mustWrite('postgres://a,b/shop')).toBe(true)
  expect(mustWrite('postgres://a/shop?target_session_attrs=primary')).toBe(true)
  expect(mustWrite('postgres://a/shop?target_session_attrs=any')).toBe(false)
})

test('each sslmode checks of a certificate what it checks in libpq (88)', async () => {
  const ca = await certificate()
  const tls = (parameters: string) => {
    const { ssl, sslIsOptional } = parseDatabaseUrl(`postgres://db.example.com/shop?${parameters}`)
    return ssl && { checksSigner: ssl.rejectUnauthorized, checksHost: ssl.checkServerIdentity === undefined, sslIsOptional }
  }

  expect(tls('')).toBe(false)
  expect(tls('sslmode=disable')).toBe(false)
  expect(tls('sslmode=prefer')).toEqual({ checksSigner: false, checksHost: false, sslIsOptional: true })
  expect(tls('sslmode=require')).toEqual({ checksSigner: false, checksHost: false, sslIsOptional: false })
  expect(tls(`sslmode=require&sslrootcert=${ca}`)).toEqual({ checksSigner: true, checksHost: false, sslIsOptional: false })
  expect(tls(`sslmode=verify-ca&sslrootcert=${ca}`)).toEqual({ checksSigner: true, checksHost: false, sslIsOptional: false })
  for (const strict of ['sslmode=verify-full', 'ssl=true', `sslrootcert=${ca}`, 'sslrootcert=system']) {
    expect(tls(strict)).toEqual({ checksSigner: true, checksHost: true, sslIsOptional: false })
  }
})

test.each([
  ['postgres://a:99999/shop', /port .* 1 to 65535/],
  ['postgres://a:1,b:2:3/shop', /names a host as 'b:2:3'/],
  ['postgres:///shop?host=a,b,c&port=1,2', /3 hosts and 2 ports/],
  ['postgres://a/shop?sslmode=no-verify', /sslmode .* is 'no-verify'; it is one of disable, prefer/],
  ['postgres://a/shop?sslmode=verify-ca', /needs sslrootcert=FILE/],
  ['postgres://a/shop?sslrootcert=/not/there.crt', /sslrootcert .* \/not\/there\.crt, which cannot be read \(ENOENT\)/],
  ['postgres://a/shop?target_session_attrs=standby', /one of any, read-write, primary/],
  ['postgres://a/shop?sslmod=require', /the parameter 'sslmod'/],
  ['postgres://shop:%zz@a/shop', /% itself is written %25/],
])('%s is refused with a sentence', (url, sentence) => {
  expect(() => parseDatabaseUrl(url)).toThrow(sentence)
})

async function certificate(): Promise<string> {
  const room = await mkdtemp(join(tmpdir(), 'teleforge-certificate-'))
  afterTheFile(() => rm(room, { recursive: true, force: true }))
  const file = join(room, 'root.crt')
  await writeFile(file, 'a certificate')
  return file
}

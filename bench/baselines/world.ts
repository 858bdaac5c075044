import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPrivateServer } from '../../database/embedded.ts'
import { migrateDatabase } from '../../database/migrate.ts'
import { hashAccessToken } from '../../server/identity/access-token.ts'
import { startArguments } from '../../tests/support/shops/start-arguments.ts'
import { parentOf, start, withChildren, type Running } from './processes.ts'

/** A PostgreSQL in a temporary folder, with the requested databases and shops. */
export type World = {
  openDatabase(name: string): Promise<WorldDatabase>
  /** Processes of the database server. */
  databasePids(): Promise<number[]>
  close(): Promise<void>
}

export type WorldDatabase = {
  url: string
  sql: pg.Client
  startShop(): Promise<Shop>
}

export type Shop = Running

/** A signed-in buyer. */
export type Buyer = { id: string; email: string; token: string }

/** Starts the database server; all files are removed at the end. */
export async function openWorld(): Promise<World> {
  const room = await mkdtemp(join(tmpdir(), 'teleforge-bench-'))
  await chmod(room, 0o755)
  const server = await startPrivateServer({ folder: join(room, 'postgres'), log: () => {} })
  const open: { end(): Promise<void> }[] = []
  const admin = new pg.Client(server.connection)
  await admin.connect()
  const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]!.pid)

  return {
    async openDatabase(name) {
      await admin.query(`create database ${name}`)
      const connection = { ...server.connection, database: name }
      await migrateDatabase(connection)
      const sql = new pg.Client(connection)
      await sql.connect()
      open.push(sql)
      const { user, host, port } = connection
      const url = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`
      return { url, sql, startShop: () => startShop(url, join(room, name)) }
    },
    databasePids: () => withChildren(postmaster),
    async close() {
      for (const client of [...open, admin]) await client.end()
      await server.stop()
      await rm(room, { recursive: true, force: true })
    },
  }
}

/** The built shop as `npm start` runs it, without a limit of unpaid orders. */
function startShop(databaseUrl: string, dataDir: string): Promise<Shop> {
  const env = { PORT: '0', DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', MAX_UNPAID_ORDERS: '10000' }
  return start(startArguments, env)
}

/** Adds users with a session and an access token, valid for a day. */
export async function addBuyers(sql: pg.Client, count: number, role = ''): Promise<Buyer[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const { rows } = await sql.query<{ id: string; email: string; hash: string }>(
    `with given as (select token_hash, gen_random_uuid() as id from unnest($1::text[]) as token_hash),
      people as (insert into users (id, email, display_name, role)
        select id, id || '@example.com', 'Ann Buyer', $2 from given returning id, email),
      begun as (insert into sessions (user_id, token, expires_at)
        select id, token_hash, now() + interval '1 day' from given returning id, token)
    select given.id, given.id || '@example.com' as email, given.token_hash as hash from given`,
    [tokens.map(hashAccessToken), role],
  )
  await sql.query(
    `insert into access_tokens (token_hash, session_id, expires_at)
     select token, id, now() + interval '1 day' from sessions where token = any($1)`,
    [rows.map(({ hash }) => hash)],
  )
  const byHash = new Map(tokens.map((token) => [hashAccessToken(token), token]))
  return rows.map(({ id, email, hash }) => ({ id, email, token: byHash.get(hash)! }))
}

/** Adds parts, oldest first, with a billion pieces each. */
export async function addParts(sql: pg.Client, count: number): Promise<void> {
  const { rows: indexes } = await sql.query<{ name: string }>(
    `select indexname as name from pg_indexes where tablename = 'parts' and indexdef like '%USING gin%'`,
  )
  const putInLater = async (isLater: boolean) => {
    for (const { name } of indexes) await sql.query(`alter index ${name} set (fastupdate = ${isLater})`)
  }
  await putInLater(true) // otherwise a million inserts take minutes
  await sql.query(
    `insert into parts (name, img, description, price, available)
     select 'Part ' || n, '/images/00000000000000000000000000000000.webp',
       'A part for a television set, made to order and shipped in bulk, number ' || n, 2.5, 1000000000
     from generate_series(1, $1::int) as n`,
    [count],
  )
  await putInLater(false)
  await sql.query('vacuum analyze parts')
}

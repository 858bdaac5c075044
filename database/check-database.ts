import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { EarlierDatabase, isEarlier, listApplied, type AppliedMigration } from './applied-migrations.ts'
import { listMigrations } from './migrate.ts'
import type { ConnectionSettings } from './open-pool.ts'
import { hasRoutines, listRoutines } from './routines.ts'
import { settingsOfRole } from './session-settings.ts'
import { useClient } from './use-client.ts'

const OLDEST_POSTGRESQL = 150_000
const NAME = 'teleforge-check'
/** A pooler may return the same connection twice by chance, so the check is repeated. */
const SESSION_ROUNDS = 3

/** Names are quoted where SQL needs it. */
type Facts = {
  version: number
  encoding: string
  database: string
  user: string
  /** The schema of the shop's tables; null if the search_path has none. */
  schema: string | null
  searchPath: string
  isStandby: boolean
  isReadOnly: boolean
  mayCreateSchemas: boolean
  mayCreateTables: boolean
  hasMigrations: boolean
  hasSandbox: boolean
  /** Schema of pg_trgm; null if it is not installed. */
  trigrams: string | null
  seesTrigrams: boolean
  canInstallTrigrams: boolean
  /** Schemas outside the search_path that contain a shop's tables. */
  otherShop: string | null
  /** Tables of the shop that this user may not read and write, and does not own. */
  closedTables: string[]
  foreignTables: string[]
  backend: number
}

const FACTS = `
  select current_setting('server_version_num')::int as version,
    (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding,
    quote_ident(current_database()) as database, quote_ident(current_user) as user,
    quote_ident(current_schema()) as schema, current_setting('search_path') as "searchPath",
    pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly",
    has_database_privilege(current_database(), 'create') as "mayCreateSchemas",
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateTables",
    exists (select from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations') as "hasMigrations",
    exists (select from pg_namespace where nspname = 'sandbox') as "hasSandbox",
    (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm') as trigrams,
    exists (
      select from pg_extension join pg_namespace n on n.oid = extnamespace
      where extname = 'pg_trgm' and n.nspname = any (current_schemas(true))
    ) as "seesTrigrams",
    exists (select from pg_available_extensions where name = 'pg_trgm') as "canInstallTrigrams",
    (
      select quote_ident(schemaname) from pg_tables
      where tablename = 'stock_moves' and not schemaname = any (current_schemas(false)) order by 1 limit 1
    ) as "otherShop",
    array(
      select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in (current_schema(), 'sandbox', 'drizzle') and not (
        has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
        and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete'))
      order by 1
    ) as "closedTables",
    array(
      select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in (current_schema(), 'sandbox', 'drizzle') and not pg_has_role(c.relowner, 'usage')
      order by 1
    ) as "foreignTables",
    pg_backend_pid() as backend`

/** A backup only reads, so it also works on a standby. */
export type DatabasePurpose = 'serving' | 'reading'

/**
 * Checks the database without changing it. Returns one sentence per problem that says what to do.
 * @throws the driver's error if there is no connection
 */
export async function checkDatabase(settings: ConnectionSettings, purpose: DatabasePurpose = 'serving'): Promise<string[]> {
  return useClient(settings, NAME, async (client) => {
    const { rows } = await client.query<Facts>(FACTS)
    const facts = rows[0]! // a select without from has one row
    if (facts.version < OLDEST_POSTGRESQL) {
      return [`PostgreSQL ${Math.floor(facts.version / 10_000)} is too old; 15 is the oldest. Upgrade the server.`]
    }
    if (purpose === 'reading') return checkSearchPath(facts)
    const isBehindPooler = settings.pooler !== undefined || !isOwnBackend(client, facts)
    return [
      ...checkEncoding(facts),
      ...checkWrites(facts),
      ...checkSearchPath(facts),
      ...(await checkRights(client, facts)),
      ...checkTrigrams(facts),
      ...(isBehindPooler ? await checkPooler(client, settings, facts) : []),
    ]
  })
}

/** The server reports its process id at login and in a query; through a pooler the two differ. */
const isOwnBackend = (client: pg.Client, { backend }: Facts) => 'processID' in client && client.processID === backend

const setting = ({ user, database }: Facts, name: string, value: string) =>
  `alter role ${user} in database ${database} set ${name} = ${value}`

function checkEncoding({ encoding, database }: Facts): string[] {
  if (encoding === 'UTF8') return []
  return [
    `The database ${database} has the encoding ${encoding}, which cannot keep every text. Name another one in DATABASE_URL: ` +
      `create database NAME encoding 'UTF8' template template0.`,
  ]
}

function checkWrites(facts: Facts): string[] {
  if (facts.isStandby) {
    return [
      'The server is a standby, which takes no writes. Name the primary in DATABASE_URL, or all hosts: ' +
        'postgres://HOST1:5432,HOST2:5432/NAME?target_session_attrs=read-write.',
    ]
  }
  if (!facts.isReadOnly) return []
  return [
    `The server takes no writes of this user: default_transaction_read_only is on. Run: ${setting(facts, 'default_transaction_read_only', 'off')}.`,
  ]
}

function checkSearchPath(facts: Facts): string[] {
  const { schema, searchPath, otherShop } = facts
  if (schema === null) {
    return [`No schema of the search_path (${searchPath}) is there. Create one, or run: ${setting(facts, 'search_path', 'public')}.`]
  }
  if (otherShop === null) return []
  return [
    `The tables of a shop lie in the schema ${otherShop}, and search_path (${searchPath}) leads to ${schema}. A database holds one ` +
      `shop. Name another database in DATABASE_URL, or run: ${setting(facts, 'search_path', otherShop)}.`,
  ]
}

/** Only a database with pending migrations, functions or triggers needs the right to create, and tables owned by the user. */
async function checkRights(client: pg.Client, facts: Facts): Promise<string[]> {
  const { user, database, schema, closedTables, foreignTables } = facts
  if (closedTables.length > 0) {
    return [
      `The user ${user} may not read and write ${listed(closedTables)}. Make it their owner, or grant it select, insert, update, delete.`,
    ]
  }
  if (facts.hasMigrations) {
    const applied = await listApplied(client)
    const hashes = applied.map(({ hash }) => hash)
    if (isEarlier(hashes, listMigrations())) return [new EarlierDatabase().message]
    if (await isUpToDate(client, applied)) return []
  }
  if (foreignTables.length > 0) {
    return [
      `The user ${user} does not own ${listed(foreignTables)}, and this release has to change them. Run: alter table ... owner to ${user}.`,
    ]
  }
  const needsSchemas = !facts.hasMigrations || !facts.hasSandbox || facts.trigrams === null
  return [
    ...(needsSchemas && !facts.mayCreateSchemas
      ? [`The user ${user} may not create schemas and extensions. Run: grant create on database ${database} to ${user}.`]
      : []),
    ...(schema !== null && !facts.mayCreateTables
      ? [`The user ${user} may not create tables in the schema ${schema}. Run: grant usage, create on schema ${schema} to ${user}.`]
      : []),
  ]
}

const listed = ([first = '', ...more]: string[]) =>
  more.length === 0 ? `the table ${first}` : `the table ${first} and ${more.length} more`

async function isUpToDate(client: pg.Client, applied: AppliedMigration[]): Promise<boolean> {
  const newest = applied.at(-1)?.at ?? 0
  const last = Math.max(...listMigrations().map(({ folderMillis }) => folderMillis))
  return newest > last || (newest === last && (await hasRoutines(client, listRoutines())))
}

function checkTrigrams(facts: Facts): string[] {
  const { trigrams, schema, searchPath } = facts
  if (trigrams === null && !facts.canInstallTrigrams) {
    return [
      'The server does not have the extension pg_trgm. Install the package of its contributed extensions, on Debian postgresql-contrib.',
    ]
  }
  if (trigrams === null || facts.seesTrigrams || schema === null || facts.otherShop !== null) return []
  return [
    `The extension pg_trgm lies in the schema ${trigrams}, which the search_path (${searchPath}) does not name. ` +
      `Run: ${setting(facts, 'search_path', `${schema}, ${trigrams}`)}.`,
  ]
}

async function checkPooler(client: pg.Client, settings: ConnectionSettings, facts: Facts): Promise<string[]> {
  const keepsSession = await useClient(settings, NAME, (other) => keepsSessions(client, other))
  if (settings.pooler) return [...(keepsSession ? [] : await checkNames(client, settings)), ...(await checkSettingsOfRole(client, facts))]
  if (keepsSession) return []
  return [
    'Between the shop and PostgreSQL stands a pooler that gives each transaction another connection. Set ' +
      'DATABASE_POOLER=transaction, or let the pooler keep sessions (PgBouncer: pool_mode = session).',
  ]
}

type Seen = { mark: string | null; backend: number }

/** Whether each connection keeps its session state to itself. */
async function keepsSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  const look = async (client: pg.Client) => {
    const { rows } = await client.query<Seen>(`select current_setting('teleforge.mark', true) as mark, pg_backend_pid() as backend`)
    return rows[0]! // a select without from has one row
  }
  const leave = (mark: string) => one.query(`select set_config('teleforge.mark', $1, false)`, [mark])
  for (let round = 0; round < SESSION_ROUNDS; round++) {
    const mark = randomUUID()
    await leave(mark)
    const [elsewhere, here, again] = [await look(other), await look(one), await look(one)]
    await leave('')
    if (elsewhere.mark === mark || elsewhere.backend === here.backend) return false
    if (here.mark !== mark || again.mark !== mark || here.backend !== again.backend) return false
  }
  return true
}

/** A pooler that supports prepared statements renames them on the server; others pass the shop's names on. */
async function checkNames(client: pg.Client, { prepare }: ConnectionSettings): Promise<string[]> {
  if (prepare === false) return []
  const name = `teleforge_${randomUUID()}`
  await client.query('begin')
  await client.query({ name, text: 'select $1::int', values: [1] })
  const { rows } = await client.query(`select from pg_prepared_statements where name = '${name}'`)
  if (rows.length > 0) await client.query(`deallocate "${name}"`)
  await client.query('commit')
  if (rows.length === 0) return []
  return ['The pooler does not keep prepared statements. Set DATABASE_PREPARE=0, or max_prepared_statements in PgBouncer 1.21 or newer.']
}

/** The role must have the settings that the shop otherwise sets for each connection. */
async function checkSettingsOfRole(client: pg.Client, facts: Facts): Promise<string[]> {
  const { rows } = await client.query<{ name: string; setting: string }>('select name, setting from pg_settings where name = any ($1)', [
    settingsOfRole.map(({ name }) => name),
  ])
  const current = new Map(rows.map(({ name, setting: value }) => [name, value]))
  const wrong = settingsOfRole.filter(({ name, value, isTime }) => {
    const found = current.get(name)
    return isTime ? Number(found) < 1 || Number(found) > Number(value) : found !== value
  })
  if (wrong.length === 0) return []
  const statements = wrong.map(({ name, value }) => setting(facts, name, `'${value}'`))
  return [
    `With DATABASE_POOLER=transaction the shop's session settings have to be the user's own. Run: ${statements.join('; ')}; and restart the pooler's connections.`,
  ]
}

import { buy } from './buy.ts'
import { compare, inLanes, type Contender, type Figures, type Plan } from './measure.ts'
import { start, type Running } from './processes.ts'
import type { Row, Section } from './sections.ts'
import { addBuyers, addParts, type Buyer } from './world.ts'

const CONNECTIONS = 16
const BUYERS = 8_000
const PARTS = 1_000

/** Durable hold and order against the same statements in raw SQL; over many parts, and all on one. */
export const orders: Section = async (world, plan) => {
  const database = await world.openDatabase('orders')
  await addParts(database.sql, PARTS)
  const buyers = await addBuyers(database.sql, BUYERS)
  const partIds = await readPartIds(database.sql)
  const shop = await database.startShop()
  const raw = await start(['bench/baselines/raw-orders.ts'], { DATABASE_URL: database.url })
  const compareOn = async (wanted: string[]) =>
    compare(
      {
        raw: { load: byHand(raw, wanted), pid: raw.pid, databasePids: world.databasePids },
        shop: { load: buyAgainAndAgain([shop.url], buyers, wanted), pid: shop.pid, databasePids: world.databasePids },
      },
      { ...plan, connections: CONNECTIONS },
    )
  try {
    return [
      rowOf(`Whole order, over ${PARTS.toLocaleString('en')} parts`, await compareOn(partIds)),
      rowOf('Whole order, all for one part', await compareOn(partIds.slice(0, 1))),
    ]
  } finally {
    await raw.stop()
    await shop.stop()
  }
}

const rowOf = (what: string, { shop, raw }: { shop: Figures; raw: Figures }): Row => ({
  what,
  baseline: 'same transactions, raw SQL',
  figures: shop,
  baselineFigures: raw,
  measured: shop.perSecond / raw.perSecond,
  toReach: { atLeast: 0.6 },
})

/** Two shop processes on one database, half of the buyers each, against one with all buyers. */
export const twoShops: Section = async (world, plan) => {
  const database = await world.openDatabase('two_shops')
  await addParts(database.sql, PARTS)
  const buyers = await addBuyers(database.sql, BUYERS)
  const partIds = await readPartIds(database.sql)
  const [one, other] = [await database.startShop(), await database.startShop()]
  const { databasePids } = world
  let waits = 0
  const watch = setInterval(() => {
    void database.sql
      .query<{ waiting: number }>(
        "select count(*)::int as waiting from pg_stat_activity where datname = 'two_shops' and wait_event_type = 'Lock'",
      )
      .then(({ rows }) => (waits += rows[0]!.waiting))
  }, 50)
  try {
    const { alone, both } = await compare(
      {
        alone: { load: buyAgainAndAgain([one.url], buyers, partIds), pid: one.pid, databasePids },
        both: { load: buyAgainAndAgain([one.url, other.url], buyers, partIds), pid: one.pid, databasePids },
      },
      { ...plan, connections: CONNECTIONS },
    )
    return [
      {
        what: 'Whole order, two shops on one database',
        baseline: 'one shop',
        figures: both,
        baselineFigures: alone,
        measured: both.perSecond / alone.perSecond,
        // The two shops share the cores with each other, the database and the buyers.
        toReach: { atLeast: 0.75 },
        note: `${waits} waits for a lock seen`,
      },
    ]
  } finally {
    clearInterval(watch)
    await one.stop()
    await other.stop()
  }
}

function buyAgainAndAgain(shopUrls: string[], buyers: Buyer[], partIds: string[]): Contender['load'] {
  let next = 0
  return inLanes(async () => {
    next += 1
    await buy(shopUrls[next % shopUrls.length]!, buyers[next % buyers.length]!, partIds[next % partIds.length]!)
  })
}

const byHand =
  (raw: Running, partIds: string[]): Contender['load'] =>
  async (plan: Plan) =>
    JSON.parse(await raw.ask(JSON.stringify({ plan, partIds })))

async function readPartIds(sql: { query(text: string): Promise<{ rows: { id: string }[] }> }): Promise<string[]> {
  const { rows } = await sql.query("select id from parts where name like 'Part %' order by position")
  return rows.map(({ id }) => id)
}

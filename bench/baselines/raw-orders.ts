import { createInterface } from 'node:readline'
import pg from 'pg'
import { inLanes, type Plan } from './measure.ts'

/*
 * The baseline of a whole order: the statements of its two transactions in raw SQL, from a pool of 16 connections in
 * one process. No HTTP, no authentication, no validation, and the mail is a text of typical length. A line of JSON on
 * stdin, {plan, partIds}, starts a round; the output is a line of figures.
 */

type Round = { plan: Plan; partIds: string[] }

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
const { rows: buyers } = await pool.query<{ id: string; email: string }>("select id, email from users where display_name = 'Ann Buyer'")
const MAIL = 'x'.repeat(600)
const MAIL_IN_BLOCKS = JSON.stringify([{ say: MAIL }])
let next = 0

async function inTransaction(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function holdAndOrder(partId: string, { id: userId, email }: { id: string; email: string }): Promise<void> {
  let holdId = ''
  let price = ''
  await inTransaction(async (client) => {
    await client.query({
      name: 'attempt',
      text: `insert into rate_limits (key, count, last_request) values ($1, 1, 0)
        on conflict (key) do update set count = rate_limits.count + 1`,
      values: [`raw ${userId}`],
    })
    await client.query({
      name: 'open',
      text: `select (select count(*) from orders where user_id = $1 and state in ('unpaid', 'cancelling'))
        + (select count(*) from holds where user_id = $1 and state = 'held' and part_id <> $2) as open`,
      values: [userId, partId],
    })
    const taken = await client.query<{ price: string }>({
      name: 'take',
      text: `update parts set available = available - 1000
        where id = $1 and available >= 1000 and deleted_at is null returning price, available`,
      values: [partId],
    })
    price = taken.rows[0]!.price
    await client.query({
      name: 'release',
      text: `update holds set state = 'released' where state = 'held' and user_id = $1 and part_id = $2 returning id`,
      values: [userId, partId],
    })
    const held = await client.query<{ id: string }>({
      name: 'hold',
      text: `insert into holds (user_id, part_id, quantity, unit_price, expires_at)
        values ($1, $2, 1000, $3, now() + interval '15 minutes') returning id, expires_at`,
      values: [userId, partId, price],
    })
    holdId = held.rows[0]!.id
    await client.query({
      name: 'move',
      text: `insert into stock_moves (part_id, delta, kind, ref) values ($1, -1000, 'hold', $2)`,
      values: [partId, holdId],
    })
  })
  await inTransaction(async (client) => {
    await client.query({
      name: 'find',
      text: `select holds.*, parts.name, parts.img from holds join parts on parts.id = holds.part_id
        where holds.user_id = $1 and holds.id = $2 for update of holds`,
      values: [userId, holdId],
    })
    await client.query({ name: 'ordered', text: `update holds set state = 'ordered' where id = $1`, values: [holdId] })
    const placed = await client.query<{ id: string }>({
      name: 'order',
      text: `insert into orders (hold_id, user_id, part_id, part_name, img, email, display_name, phone, address,
          quantity, unit_price, total_cents)
        values ($1, $2, $3, 'Part', '/images/x.webp', $4, 'Ann Buyer', '1', 'Dock Road 1', 1000, $5::numeric, round($5::numeric * 100000)) returning *`,
      values: [holdId, userId, partId, email, price],
    })
    await client.query({
      name: 'mail',
      text: `insert into mails (kind, ref, recipient, subject, body, blocks) values ('order-placed', $1, $2, 'Your order', $3, $4)
        on conflict (kind, ref) do nothing`,
      values: [placed.rows[0]!.id, email, MAIL, MAIL_IN_BLOCKS],
    })
  })
}

createInterface(process.stdin).on('line', (line) => {
  const { plan, partIds } = JSON.parse(line) as Round
  void inLanes(async () => {
    next += 1
    await holdAndOrder(partIds[next % partIds.length]!, buyers[next % buyers.length]!)
  })(plan).then((figures) => process.stdout.write(`${JSON.stringify(figures)}\n`))
})
process.stdout.write('ready\n')
process.once('SIGTERM', () => process.exit())

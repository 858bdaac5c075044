import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect as openSocket, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, test } from 'vitest'
import { connect, type Database } from '../../database/connect.ts'
import { signInCrowd, type Signed } from '../../tests/support/load/crowd.ts'
import { databaseAddress } from '../../tests/support/real-world/real-world-database.ts'
import { startShopProcess, type ShopProcess } from '../../tests/support/shops/shop-process.ts'
import { report } from '../measured.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 25)
const OTHERS_P99_MS = 3_000
const MAX_RESIDENT_MB = 400
/** Of the buyers' requests, what may be answered 503 on a machine that is busy with other things. */
const MAX_REFUSED_PERCENT = 1
const MEGABYTE = 1024 * 1024
/** Buyers come from another network than the attacker. */
const BUYERS_ADDRESS = '192.0.2.1'
const ATTACKERS_ADDRESS = '198.51.100.1'

let shop: ShopProcess
let db: Database
let dataDir: string
let attacker: Signed
let buyers: Signed[]
let part: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'teleforge-exhaustion-'))
  const address = await databaseAddress()
  shop = await startShopProcess({ DATA_DIR: dataDir, DATABASE_URL: address, TRUSTED_PROXIES: '127.0.0.1' })
  db = connect({ connectionString: address }, { max: 2 })
  attacker = (await signInCrowd(db, 1))[0]! // one was asked for
  buyers = await signInCrowd(db, 4)
  const { rows } = await db.execute<{ number: string }>(sql`select part_number as number from parts order by position limit 1`)
  part = rows[0]!.number // the sample shop has parts
}, 120_000)

afterAll(async () => {
  await db.$client.end()
  shop.process.kill('SIGTERM')
  await shop.exit
  await rm(dataDir, { recursive: true, force: true })
})

const residentMb = async () => Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${shop.pid}/status`, 'utf8'))?.[1]) / 1024

const ask = async (who: Signed | undefined, method: string, path: string, body?: object) => {
  const begun = performance.now()
  const answer = await fetch(`${shop.url}/api${path}`, {
    method,
    headers: {
      'x-forwarded-for': who && buyers.includes(who) ? BUYERS_ADDRESS : ATTACKERS_ADDRESS,
      ...(who && { authorization: `Bearer ${who.token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const bytes = await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - begun, json: <T>() => JSON.parse(new TextDecoder().decode(bytes)) as T }
}

type Answers = { status: number; ms: number }[]

/** Buyers go on with what buyers do, each with one request after the other, until the attack is over; memory is looked at meanwhile. */
async function besideBuyers(goal: string, attack: () => Promise<string>): Promise<void> {
  const before = await residentMb()
  const answers: Answers = []
  const documents: Answers = []
  let peak = before
  const over = new AbortController()
  const buy = async (buyer: Signed) => {
    const saved = (await ask(buyer, 'POST', '/quotes', { lines: [{ text: part, quantity: 1_000 }] })).json<{ _id: string }>()
    while (!over.signal.aborted) {
      answers.push(await ask(buyer, 'GET', `/order?customer=${buyer.email}`))
      answers.push(await ask(buyer, 'POST', '/quotes/price', { lines: [{ text: part, quantity: 2_000 }] }))
      answers.push(await ask(buyer, 'PUT', `/quotes/${saved._id}`, { version: 1, name: `at ${answers.length}` }))
      documents.push(await ask(buyer, 'GET', `/quotes/${saved._id}/document?format=pdf`))
      await delay(200)
    }
  }
  const look = async () => {
    while (!over.signal.aborted) {
      peak = Math.max(peak, await residentMb())
      await delay(100)
    }
  }
  const others = Promise.all([...buyers.map(buy), look()])
  await delay(1_000)
  const told = await attack()
  over.abort()
  await others

  const p99 = (of: Answers) => of.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(of.length * 0.99)] ?? 0
  const all = [...answers, ...documents]
  const refused = all.filter(({ status }) => status !== 200)
  const what = `G20, ${goal}`
  report({ what: `${what}: buyers' calls, 99 of 100 within`, found: p99(answers), unit: 'ms', atMost: OTHERS_P99_MS, note: told })
  report({ what: `${what}: buyers' files, 99 of 100 within`, found: p99(documents), unit: 'ms', atMost: OTHERS_P99_MS })
  report({ what: `${what}: refused of the buyers`, found: (100 * refused.length) / all.length, unit: '%', atMost: MAX_REFUSED_PERCENT })
  report({ what: `${what}: memory`, found: peak, unit: 'MB', atMost: MAX_RESIDENT_MB, note: `${Math.round(before)} MB before` })
}

const counted = (statuses: (number | string)[]) =>
  Object.entries(Object.groupBy(statuses, String))
    .map(([status, all]) => `${all!.length} x ${status}`)
    .join(', ')

/** A quote of the attacker as the database has it: so many versions of so many lines. */
async function insertQuote(versions: number, lines: number): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into quotes (user_id, version) values (${attacker.userId}::uuid, ${versions}::int) returning id`)
  const { id } = rows[0]! // insert ... returning always yields its row
  await db.execute(sql`
    insert into quote_versions (quote_id, version, total_cents, valid_until)
    select ${id}::uuid, n, 0, now() + interval '30 days' from generate_series(1, ${versions}::int) as n`)
  await db.execute(sql`
    insert into quote_lines (quote_id, version, row, text, asked, status, part_id, part_number, part_name, quantity, unit_price, total_cents, lead_days)
    select ${id}::uuid, version, row, 'Main board of a rather long name ' || row, '1,000', 'matched', part.id, part.part_number, part.name, 1000, 1, 100000, 2
    from generate_series(1, ${versions}::int) as version, generate_series(1, ${lines}::int) as row, (select * from parts order by position limit 1) as part`)
  return id
}

test('one account deletes 16 quotes of 8,000 versions', async () => {
  const quotes: string[] = []
  for (let quote = 0; quote < 16; quote++) quotes.push(await insertQuote(8_000, 4))

  await besideBuyers('deletes', async () => {
    const begun = performance.now()
    const answers = await Promise.all(quotes.map((id) => ask(attacker, 'DELETE', `/quotes/${id}`)))
    const took = performance.now() - begun
    while (
      (await db.$count(sql`quote_versions where quote_id in (select id from quotes where deleted_at is not null)`)) > 0 &&
      performance.now() - begun < 120_000
    )
      await delay(500)
    return `${counted(answers.map(({ status }) => status))} in ${Math.round(took)} ms, swept after ${Math.round((performance.now() - begun) / 1_000)} s`
  })
})

/** A connection that sends, and reads nothing unless it is told to. */
async function open(): Promise<Socket> {
  const socket = openSocket({ host: '127.0.0.1', port: shop.port })
  socket.on('error', () => {}) // the shop may hang up
  await once(socket, 'connect')
  return socket
}

test('sixty readers of a long quote take nothing of it', async () => {
  const long = await insertQuote(1, 10_000)
  const { secret } = (await ask(attacker, 'POST', `/quotes/${long}/link`)).json<{ secret: string }>()

  await besideBuyers('slow readers', async () => {
    const sockets = await Promise.all(Array.from({ length: 60 }, open))
    for (const [index, socket] of sockets.entries()) {
      const path = index % 2 === 0 ? `/quotes/${long}` : `/shared-quotes/${secret}`
      // Answer after answer on one connection, so that more is waiting than the system takes.
      const request = `GET /api${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${ATTACKERS_ADDRESS}\r\nAuthorization: Bearer ${attacker.token}\r\n\r\n`
      socket.pause().write(request.repeat(4))
    }
    await delay(SECONDS * 1_000)
    for (const socket of sockets) socket.destroy()
    return '60 readers'
  })
})

test('strangers upload 240 bodies of 6 MB slowly', async () => {
  const body = Buffer.alloc(6 * MEGABYTE, ' ')
  const head = `POST /api/quotes/price HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${ATTACKERS_ADDRESS}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`

  await besideBuyers('slow uploads', async () => {
    const answers: string[] = []
    const sockets = await Promise.all(
      Array.from({ length: 240 }, async () => {
        const socket = await open()
        socket.once('data', (chunk: Buffer) => answers.push(chunk.toString('latin1', 9, 12)))
        socket.write(head)
        return socket
      }),
    )
    const sending = sockets.map(async (socket) => {
      for (let sent = 0; sent < body.length - MEGABYTE / 2 && socket.writable; sent += MEGABYTE / 2) {
        socket.write(body.subarray(sent, sent + MEGABYTE / 2))
        await delay(SECONDS * 50)
      }
    })
    await Promise.all(sending)
    await delay(SECONDS * 400)
    for (const socket of sockets) socket.destroy()
    return `240 uploads: ${counted(answers)}`
  })
})

test('one account asks for 21 long PDFs', async () => {
  const long = await insertQuote(1, 10_000)

  await besideBuyers('long PDFs', async () => {
    const begun = performance.now()
    const answers = await Promise.all(Array.from({ length: 21 }, () => ask(attacker, 'GET', `/quotes/${long}/document?format=pdf`)))
    return `${counted(answers.map(({ status }) => status))} in ${Math.round((performance.now() - begun) / 1_000)} s`
  })
})

test('one network prices long lists as fast as it can', async () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => ({ text: index % 2 === 0 ? part : `main bord ${index}`, quantity: 1_000 }))

  await besideBuyers('long lists', async () => {
    const answers = await Promise.all(Array.from({ length: 18 }, () => ask(undefined, 'POST', '/quotes/price', { lines })))
    return counted(answers.map(({ status }) => status))
  })
})

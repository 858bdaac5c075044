import { get } from 'node:http'
import { compare, getAgainAndAgain, type Plan } from './measure.ts'
import { start } from './processes.ts'
import type { Row, Section } from './sections.ts'
import { addBuyers, type Shop } from './world.ts'

const AS_BROWSERS_ASK = { 'accept-encoding': 'gzip, deflate, br' }

/** Public calls and pages against a bare server that sends the same bytes. */
export const reads: Section = async (world, plan) => {
  const database = await world.openDatabase('reads')
  const shop = await database.startShop()
  const rows: Row[] = []
  try {
    for (const path of ['/api/pagesParts?page=0&size=9', '/api/allParts', '/api/reviews']) {
      rows.push(await compareWithBare(shop, path, 0.35, plan))
    }
    for (const path of ['/', '/inventory']) rows.push(await compareWithBare(shop, path, 0.6, plan))
  } finally {
    await shop.stop()
  }
  return rows
}

async function compareWithBare(shop: Shop, path: string, atLeast: number, plan: Plan): Promise<Row> {
  const answer = await rawAnswer(shop.url + path)
  const bare = await start(['bench/baselines/bare-http.ts'], { ANSWER: JSON.stringify(answer) })
  try {
    const { shop: ours, bare: theirs } = await compare(
      {
        bare: { load: getAgainAndAgain(bare.url + path, AS_BROWSERS_ASK), pid: bare.pid },
        shop: { load: getAgainAndAgain(shop.url + path, AS_BROWSERS_ASK), pid: shop.pid },
      },
      plan,
    )
    return {
      what: `GET ${path}`,
      baseline: 'bare node:http, same bytes',
      figures: ours,
      baselineFigures: theirs,
      measured: ours.perSecond / theirs.perSecond,
      toReach: { atLeast },
    }
  } finally {
    await bare.stop()
  }
}

/** The bytes on the network, with the headers that a browser needs to read them. */
function rawAnswer(url: string): Promise<{ headers: Record<string, string>; body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: AS_BROWSERS_ASK }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        const { 'content-type': type = '', 'content-encoding': encoding } = answer.headers
        const headers = { 'content-type': type, 'content-length': String(body.length), ...(encoding && { 'content-encoding': encoding }) }
        resolve({ headers, body: body.toString('base64') })
      })
    }).once('error', reject)
  })
}

/** Number of users, each with a separate session. */
const LOOKERS = 50

/** A part for signed-in users (token, session, role and part) against one prepared look-up without checks. */
export const detail: Section = async (world, plan) => {
  const database = await world.openDatabase('detail')
  const shop = await database.startShop()
  const bare = await start(['bench/baselines/bare-detail.ts'], { DATABASE_URL: database.url })
  try {
    const buyers = await addBuyers(database.sql, LOOKERS)
    const { rows } = await database.sql.query<{ id: string }>('select id from parts limit 1')
    const path = `/api/inventory/${rows[0]!.id}`
    const headers = buyers.map(({ token }) => ({ authorization: `Bearer ${token}` }))
    const { databasePids } = world
    const { shop: ours, bare: theirs } = await compare(
      {
        bare: { load: getAgainAndAgain(bare.url + path), pid: bare.pid, databasePids },
        shop: { load: getAgainAndAgain(shop.url + path, headers), pid: shop.pid, databasePids },
      },
      plan,
    )
    return [
      {
        what: 'GET /api/inventory/{id}, signed in',
        baseline: 'Fastify and one prepared select',
        figures: ours,
        baselineFigures: theirs,
        measured: ours.perSecond / theirs.perSecond,
        toReach: { atLeast: 0.5 },
      },
    ]
  } finally {
    await bare.stop()
    await shop.stop()
  }
}

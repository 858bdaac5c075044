import fastify from 'fastify'
import pg from 'pg'
import { partCalls } from '../../contract/parts/parts.ts'

/* The baseline of a part's call: Fastify with the call's schema and one prepared select by primary key. */

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
const app = fastify()

app.get<{ Params: { id: string } }>('/api/inventory/:id', { schema: { response: { 200: partCalls.one.response } } }, async (request) => {
  const { rows } = await pool.query({
    name: 'one_part',
    text: `select id as "_id", name, img, available, price, description, part_number as "partNumber", price_breaks as "priceBreaks",
        lead_days as "leadDays" from parts where id = $1`,
    values: [request.params.id],
  })
  const [part] = rows
  return { ...part, available: Number(part.available), price: Number(part.price) }
})
process.stdout.write(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
process.once('SIGTERM', () => process.exit())

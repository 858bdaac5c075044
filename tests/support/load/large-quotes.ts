import { sql } from 'drizzle-orm'
import type { QuoteRequestLine } from '#contract/quotes/quotes.ts'
import type { Database } from '#database/connect.ts'
import { transaction } from '#database/transaction.ts'
import type { Chance } from '../seeded.ts'

const KINDS = [
  'Main board',
  'T-Con board',
  'Power supply',
  'Backlight strip',
  'LVDS cable',
  'Tuner',
  'Speaker set',
  'Remote control',
  'Stand foot',
  'Inverter',
]
const MAKES = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Sigma', 'Omega', 'Kappa', 'Lambda']

/** Puts this many parts on sale, with names as in a catalogue; every fiftieth has the name of the one before. */
export async function growCatalogue(db: Database, parts: number): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`
    insert into parts (name, img, description, price, available, price_breaks)
    select
      (${sql.param(KINDS)}::text[])[1 + n % 10] || ' ' || (${sql.param(MAKES)}::text[])[1 + n / 10 % 8] || ' ' || (n * 7919 % 100003)::text || '-' || (20 + n % 60),
      '/images/x.webp', 'x', 2.5 + n % 40, 1000000000, '[{"from": 10000, "price": "2.1000"}, {"from": 100000, "price": "1.9500"}]'
    from (select case when n % 50 = 0 then n - 1 else n end as n from generate_series(1, ${parts}) as n) as numbered`)
  })
  await db.execute(sql`analyze parts`)
}

/** Lines as a buyer's list has them: of a hundred, 80 name a part, 10 with a slip, 5 are meant by several parts, 5 name nothing. */
export async function quoteLinesOf(db: Database, count: number, chance: Chance): Promise<QuoteRequestLine[]> {
  const { rows } = await db.execute<{ name: string; number: string }>(sql`select name, part_number as number from parts order by position`)
  const twins = rows.filter(({ name }, index) => rows[index - 1]?.name === name)
  const ones = rows.filter(({ name }, index) => rows[index - 1]?.name !== name && rows[index + 1]?.name !== name)
  return Array.from({ length: count }, () => {
    const { name, number } = chance.pick(ones)
    const lot = chance.below(100)
    const quantity = String(1_000 + chance.below(200) * 100)
    if (lot < 80) return { text: chance.happens(0.5) ? number : name, quantity }
    if (lot < 90) return { text: withSlip(name, chance), quantity }
    if (lot < 95) return { text: twins.length > 0 ? chance.pick(twins).name : name.slice(0, 6), quantity }
    return { text: Array.from({ length: 12 }, () => chance.pick([...'abcdefghijklmnopqrstuvwxyz0123456789 '])).join(''), quantity }
  })
}

function withSlip(name: string, chance: Chance): string {
  const at = 1 + chance.below(name.length - 2)
  return chance.pick([
    name.slice(0, at) + name.slice(at + 1),
    name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2),
    `${name.slice(0, at)}q${name.slice(at + 1)}`,
  ])
}

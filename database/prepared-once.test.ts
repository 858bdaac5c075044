import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '#tests/support/shops/open-shop.ts'
import type { Transaction } from './connect.ts'
import { preparedOnce, preparedSql } from './prepared-once.ts'
import { parts } from './tables/parts.ts'
import { transaction } from './transaction.ts'

const { db, addPart } = await openShop()

const builtName = preparedOnce('built_name', (on) =>
  on
    .select({ name: parts.name })
    .from(parts)
    .where(eq(parts.id, sql.placeholder('id'))),
)
const writtenName = preparedSql<{ name: string }>('written_name', sql`select name from ${parts} where id = ${sql.placeholder('id')}::uuid`)

test('a named statement is prepared once for each connection, whichever way it is written', async () => {
  const { _id: id, name } = await addPart()
  const names = async (tx: Transaction) => [...(await builtName(tx).execute({ id })), ...(await writtenName(tx, { id }))]

  const [read, again, prepared] = await transaction(db, async (tx) => [
    await names(tx),
    await names(tx),
    (
      await tx.execute(
        sql`select name, generic_plans + custom_plans as runs from pg_prepared_statements where name like '%_name' order by name`,
      )
    ).rows,
  ])

  expect([read, again]).toEqual([
    [{ name }, { name }],
    [{ name }, { name }],
  ])
  expect(prepared).toEqual([
    { name: 'built_name', runs: '2' },
    { name: 'written_name', runs: '2' },
  ])
})

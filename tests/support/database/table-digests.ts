import type pg from 'pg'
import { listTables, type TableShape } from '#database/list-tables.ts'

/** Digest of the rows of each table, by the columns that `tables` names; two databases with the same rows have the same digests. */
export async function tableDigests(client: pg.Client, tables?: TableShape[]) {
  const digests: Record<string, { count: number; digest: string | null }> = {}
  for (const { name, relation, columns } of tables ?? (await listTables(client))) {
    const { rows } = await client.query<{ count: number; digest: string | null }>(
      `select count(*)::int as count, md5(string_agg(line, '' order by line)) as digest
       from (select row(${columns.join(', ')})::text as line from ${relation}) lines`,
    )
    digests[name] = rows[0]! // an aggregate always yields its row
  }
  return digests
}

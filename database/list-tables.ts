import type pg from 'pg'

/** A table of the shop; names are quoted if SQL needs it. */
export type TableShape = {
  /** Name in backups, such as `public.orders`, regardless of the actual schema. */
  name: string
  /** With its real schema, for statements. */
  relation: string
  /** Without `changed_in`, which a restored row gets again. */
  columns: string[]
  /** Columns with generated numbers, each with its sequence. */
  numbered: { column: string; sequence: string }[]
}

type Row = TableShape & { refersTo: string[] }

/**
 * The shop's tables in the order of their foreign keys, including those that triggers fill: when rows are copied,
 * triggers must be disabled.
 */
export async function listTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<Row>(`
    select
      format('%I.%I', case when n.nspname = current_schema() then 'public' else n.nspname end, c.relname) as name,
      format('%I.%I', n.nspname, c.relname) as relation,
      array(
        select quote_ident(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'changed_in'
        order by a.attnum
      ) as columns,
      coalesce((
        select json_agg(json_build_object('column', quote_ident(a.attname), 'sequence', s.name))
        from pg_attribute a
        cross join pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) s(name)
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and s.name is not null
      ), '[]') as numbered,
      array(
        select distinct format('%I.%I', rn.nspname, rc.relname)
        from pg_constraint k
        join pg_class rc on rc.oid = k.confrelid
        join pg_namespace rn on rn.oid = rc.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
      ) as "refersTo"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in (current_schema(), 'sandbox')
    order by 1`)
  return inOrderOfReference(rows)
}

function inOrderOfReference(rows: Row[]): TableShape[] {
  const placed: TableShape[] = []
  const isPlaced = (relation: string) => placed.some((table) => table.relation === relation)
  let waiting = rows
  while (waiting.length > 0) {
    const free = waiting.filter(({ refersTo }) => refersTo.every(isPlaced))
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${waiting.map(({ name }) => name).join(', ')}`)
    placed.push(...free.map(({ name, relation, columns, numbered }) => ({ name, relation, columns, numbered })))
    waiting = waiting.filter((row) => !free.includes(row))
  }
  return placed
}

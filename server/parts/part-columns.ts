import { getTableColumns, sql, type Column, type SQL } from 'drizzle-orm'
import { parts } from '#database/tables/parts.ts'

const columns = getTableColumns(parts)
type PartColumn = keyof typeof columns

/** Fields whose column has another name. */
const named: Record<string, PartColumn> = { category: 'categoryId', removed: 'deletedAt' }

/** The column of a field of a part; fields of other tables have none. */
export const columnOf = (field: string): PartColumn | undefined => named[field] ?? (field in columns ? (field as PartColumn) : undefined)

const casts: Record<string, (text: SQL) => SQL> = {
  bigint: (text) => sql`(${text})::bigint`,
  integer: (text) => sql`(${text})::integer`,
  numeric: (text) => sql`(${text})::numeric`,
  uuid: (text) => sql`(${text})::uuid`,
}

/** A field of the JSON object of a row, in the form of `part_values`, as its column has it. */
function valueIn(values: SQL, field: string, column: Column): SQL {
  if (column.dataType === 'json')
    return column.notNull ? sql`${values} -> ${field}::text` : sql`nullif(${values} -> ${field}::text, 'null')`
  const text = sql`${values} ->> ${field}::text`
  return casts[column.getSQLType().replace(/\(.*/, '')]?.(text) ?? text
}

/**
 * The columns of these fields, as the JSON object of a row has them; what it does not have stays. Other columns are left out of the
 * statement, so that the database does not derive again what depends on them. The stock changes by a difference, and is none of them.
 */
export const changedColumns = (values: SQL, fields: ReadonlySet<string>): Partial<Record<PartColumn, SQL>> =>
  Object.fromEntries(
    [...fields].flatMap((field) => {
      const column = columnOf(field)
      if (column === undefined || column === 'available') return []
      const now = parts[column]
      const given = valueIn(values, field, now)
      const value = field === 'removed' ? sql`case when (${given})::boolean then coalesce(${now}, now()) end` : given
      return [[column, sql`case when ${values} ? ${field}::text then ${value} else ${now} end`]]
    }),
  )

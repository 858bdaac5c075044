import { sql, type SQL } from 'drizzle-orm'
import { escapeLike } from '../platform/paging/escape-like.ts'

/** Whether the name of a row of `parts` has a folded text in it. Its letters and digits, which are stored, are compared first. */
export const nameHas = (text: string): SQL =>
  sql`parts.search_name like '%' || search_form(${text}) || '%' and fold_text(parts.name) like ${`%${escapeLike(text)}%`}`

import { asc, eq, isNull } from 'drizzle-orm'
import type { CustomerPartNumber } from '#contract/parts/customer-part-numbers.ts'
import type { Queryable } from '#database/connect.ts'
import { customerPartNumbers } from '#database/tables/customer-part-numbers.ts'
import { parts } from '#database/tables/parts.ts'

/** A customer's own numbers, in the order of their letters and digits. */
export const listCustomerPartNumbers = (db: Queryable, userId: string): Promise<CustomerPartNumber[]> =>
  db
    .select({
      number: customerPartNumbers.number,
      partsId: parts.id,
      partNumber: parts.partNumber,
      name: parts.name,
      isOnSale: isNull(parts.deletedAt).mapWith(Boolean),
    })
    .from(customerPartNumbers)
    .innerJoin(parts, eq(parts.id, customerPartNumbers.partId))
    .where(eq(customerPartNumbers.userId, userId))
    .orderBy(asc(customerPartNumbers.form))

import type { Address } from '#contract/people/addresses.ts'
import type { addresses } from '#database/tables/addresses.ts'

export const presentAddress = ({
  id,
  userId: _userId,
  createdAt: _created,
  updatedAt: _updated,
  ...row
}: typeof addresses.$inferSelect): Address => ({
  _id: id,
  ...row,
})

import { eq } from 'drizzle-orm'
import { partDeskMessages, type PartDetails } from '#contract/parts/part-desk.ts'
import type { Part } from '#contract/parts/parts.ts'
import { messages } from '#contract/basics/messages.ts'
import type { Database } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { requireUploaded } from '../images/require-uploaded.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { partColumns, presentPart } from './present-part.ts'
import { recordChanges } from './record-changes.ts'

type Details = Pick<PartDetails, 'name' | 'description' | 'img'>

/**
 * Changes name, description and picture of a part, also of a hidden one. Writes only edited fields; of two admins who edit the same
 * one, the second gets an error with the value that the first has written. Orders and saved quotes keep their own names.
 * @throws ShopError NOT_FOUND; INVALID_INPUT at a field that was changed concurrently, and at `img` for an unknown picture.
 */
export async function changeDetails(
  db: Database,
  actor: Actor,
  partId: string,
  { seen, ...typed }: PartDetails,
): Promise<{ modifiedCount: 0 | 1; part: Part }> {
  return transaction(db, async (tx) => {
    const isPart = eq(parts.id, partId)
    const [before] = await tx.select(partColumns).from(parts).where(isPart).for('no key update')
    if (!before) throw new ShopError('NOT_FOUND')
    const changed = merge(before, { seen, typed: { ...typed, name: typed.name.trim(), description: typed.description.trim() } })
    if (Object.keys(changed).length === 0) return { modifiedCount: 0, part: presentPart(before) }
    if (changed.img !== undefined) await requireUploaded(tx, changed.img, 'img', messages.imageNotOurs)
    const [after] = await tx.update(parts).set(changed).where(isPart).returning(partColumns)
    await recordChanges(tx, actor, partId, before, changed)
    await writeAudit(tx, actor, 'change-details', partId, {
      changed: Object.keys(changed).join(', '),
      ...(changed.name !== undefined && { name: changed.name, nameBefore: before.name }),
    })
    return { modifiedCount: 1, part: presentPart(after!) } // the row is locked
  })
}

/** The edited fields whose current value differs. @throws ShopError INVALID_INPUT at a field that was changed since it was seen. */
function merge(now: Details, { seen, typed }: { seen: Details; typed: Details }): Partial<Details> {
  const changed: Partial<Details> = {}
  for (const field of ['name', 'description', 'img'] as const) {
    const isTouched = typed[field] !== seen[field]
    if (!isTouched || typed[field] === now[field]) continue
    if (now[field] !== seen[field]) {
      throw invalidField(field, field === 'img' ? partDeskMessages.pictureChanged : partDeskMessages.changedTo(now[field]))
    }
    changed[field] = typed[field]
  }
  return changed
}

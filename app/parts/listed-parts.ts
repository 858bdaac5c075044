import { partDeskCalls } from '#contract/parts/part-desk.ts'
import { partCalls, type Part } from '#contract/parts/parts.ts'
import { updateRead } from '#app/api/queries.ts'

/** Calls that read parts for signed-in screens. */
export const partReads = [partDeskCalls.list, partDeskCalls.facets, partDeskCalls.prices, partCalls.one]

/** Shows the change of a part in the list, before the list is reloaded. */
export function showChanged(changed: Pick<Part, '_id'> & Partial<Part>): void {
  updateRead(partDeskCalls.list, (read) => ({
    ...read,
    parts: read.parts.map((part) => (part._id === changed._id ? { ...part, ...changed } : part)),
  }))
}

/** Removes a part from the list, before the list is reloaded. */
export function showRemoved({ _id }: Pick<Part, '_id'>): void {
  updateRead(partDeskCalls.list, (read) => ({ ...read, parts: read.parts.filter((part) => part._id !== _id) }))
}

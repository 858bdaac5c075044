import { partDeskCalls } from '#contract/parts/part-desk.ts'
import { partCalls, type Part } from '#contract/parts/parts.ts'
import { updateRead } from '#app/api/queries.ts'

/** Calls that read parts for signed-in screens. */
export const partReads = [partDeskCalls.list, partDeskCalls.facets, partDeskCalls.prices, partCalls.all, partCalls.count, partCalls.one]

/** Shows the change of a part in the lists, before they are reloaded. */
export function showChanged(changed: Pick<Part, '_id'> & Partial<Part>): void {
  const change = <P extends Part>(part: P): P => (part._id === changed._id ? { ...part, ...changed } : part)
  updateRead(partDeskCalls.list, (read) => ({ ...read, parts: read.parts.map(change) }))
  updateRead(partCalls.all, (read) => read.map(change))
}

/** Removes a part from the lists, before they are reloaded. */
export function showRemoved({ _id }: Pick<Part, '_id'>): void {
  const isOther = (part: Part) => part._id !== _id
  updateRead(partDeskCalls.list, (read) => ({ ...read, parts: read.parts.filter(isOther) }))
  updateRead(partCalls.all, (read) => read.filter(isOther))
}

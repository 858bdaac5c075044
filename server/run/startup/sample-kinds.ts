import type { AttributeFields } from '#contract/parts/categories.ts'
import type { Transaction } from '#database/connect.ts'
import { addAttribute } from '../../categories/keep-attributes.ts'
import { addCategory } from '../../categories/keep-categories.ts'
import { listKinds } from '../../categories/list-kinds.ts'

/** A part's category as a path, 'Boards > Main boards', and its values by the names of attributes. */
export type SampleKinds = { category: string; attributes?: Record<string, string> }

/** What the columns of a sample part are. */
type KindsOf = (part: SampleKinds) => { categoryId?: string; attributes?: Record<string, string> }

/** Adds the categories and attributes of the sample catalogue, unless the shop already has some; then parts come without them. */
export async function addSampleKinds(
  tx: Transaction,
  sample: { parts: SampleKinds[]; attributes: Omit<AttributeFields, 'place'>[] },
): Promise<KindsOf> {
  const kinds = await listKinds(tx)
  if (kinds.categories.length + kinds.attributes.length > 0) return () => ({})
  for (const [place, attribute] of sample.attributes.entries()) await addAttribute(tx, null, { ...attribute, place })
  const ids = new Map<string, string>()
  for (const { category } of sample.parts) {
    let parent: string | null = null
    let path = ''
    for (const name of category.split(' > ')) {
      path = `${path} > ${name}`
      parent = ids.get(path) ?? (await addCategory(tx, null, { name, parent, place: 0 }))
      ids.set(path, parent)
    }
  }
  const { attributes } = await listKinds(tx)
  const keyOf = new Map(attributes.map(({ name, key }) => [name, key]))
  return ({ category, attributes: values = {} }) => ({
    categoryId: ids.get(` > ${category}`)!, // added above
    attributes: Object.fromEntries(Object.entries(values).map(([name, value]) => [keyOf.get(name)!, value])), // one of the sample's
  })
}

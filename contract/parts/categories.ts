import { counted } from '../basics/figures.ts'
import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, IdParams, MESSAGE, nullable, requiredText, strictObject, text } from '../basics/fields.ts'
import { KIND_LIMITS } from '../basics/limits.ts'

/** Levels of the tree of categories. */
export const CATEGORY_LEVELS = 4
export const MAXIMUM_CATEGORIES = 500
export const MAXIMUM_ATTRIBUTES = 60
const LAST_PLACE = 999

export const attributeKinds = ['number', 'text'] as const
export type AttributeKind = (typeof attributeKinds)[number]

export const categoryMessages = {
  name: `Enter a name of at most ${KIND_LIMITS.name} characters.`,
  unit: `Enter a unit of at most ${KIND_LIMITS.unit} characters.`,
  place: `Enter a whole number from 0 to ${LAST_PLACE}.`,
  nameTaken: 'There is one with this name already.',
  // Files write 'Boards > Main boards' and 'Panel size: 55; Voltage: 12', and - for none.
  categoryMarks: 'The name of a category has no > and is not -, because files of parts use them.',
  attributeMarks: 'The name of an attribute has no colon and no semicolon, because files of parts use them.',
  unknownParent: 'This category is no longer there.',
  noTree: `A category cannot stand below itself, and there are at most ${CATEGORY_LEVELS} levels.`,
  tooMany: `The shop has at most ${MAXIMUM_CATEGORIES} categories and ${MAXIMUM_ATTRIBUTES} attributes.`,
  categoryUsed: (parts: number, below: number) =>
    `It has ${counted(parts, 'part')} and ${counted(below, 'category', 'categories')}. Move them first.`,
  attributeUsed: (parts: number) => `${counted(parts, 'part has', 'parts have')} it. Take it from them first.`,
  unknownCategory: 'This category is not in the shop.',
  unknownAttribute: (key: string) => `The shop has no attribute ${key}.`,
  valueNumber: (name: string) => `Enter a number for ${name}, such as 55 or 3.3.`,
  valueUnclear: (name: string) => `Enter ${name} without groups and with a decimal point, such as 1234 or 1.234.`,
  valueLength: (name: string) => `Enter at most ${KIND_LIMITS.value} characters without a semicolon for ${name}.`,
} as const

/** A category of the tree; `parent` is the id of the one above. `place` orders siblings, then their names. */
export const Category = Type.Object({
  _id: Id,
  key: Type.String({ description: 'In addresses; made from the first name' }),
  name: Type.String(),
  parent: nullable(Id),
  place: Type.Integer(),
})
export type Category = Static<typeof Category>

/** An attribute that parts can have; a number has a unit. */
export const Attribute = Type.Object({
  _id: Id,
  key: Type.String({ description: 'In addresses; made from the first name' }),
  name: Type.String(),
  unit: Type.String(),
  kind: Type.Enum([...attributeKinds]),
  place: Type.Integer(),
})
export type Attribute = Static<typeof Attribute>

/** Categories from the top down, each before those below it; attributes in their order. */
export const PartKinds = Type.Object({ categories: Type.Array(Category), attributes: Type.Array(Attribute) })
export type PartKinds = Static<typeof PartKinds>

const place = Type.Integer({ minimum: 0, maximum: LAST_PLACE, [MESSAGE]: categoryMessages.place })
const name = requiredText(KIND_LIMITS.name, categoryMessages.name)

export const CategoryFields = strictObject({ name, parent: nullable(Id), place })
export type CategoryFields = Static<typeof CategoryFields>

/** `seen` is the value shown in the form: then only edited fields are changed. Without it, everything is replaced. */
export const CategoryChange = strictObject({ ...CategoryFields.properties, seen: Type.Optional(CategoryFields) })
export type CategoryChange = Static<typeof CategoryChange>

export const AttributeFields = strictObject({
  name,
  unit: text(KIND_LIMITS.unit, { [MESSAGE]: categoryMessages.unit }),
  kind: Type.Enum([...attributeKinds]),
  place,
})
export type AttributeFields = Static<typeof AttributeFields>

/** As `CategoryChange`. */
export const AttributeChange = strictObject({ ...AttributeFields.properties, seen: Type.Optional(AttributeFields) })
export type AttributeChange = Static<typeof AttributeChange>

const Modified = Type.Object({ modifiedCount: Type.Integer() })
const Deleted = Type.Object({ deletedCount: Type.Integer() })
const Inserted = Type.Object({ insertedId: Id })

export const categoryCalls = defineCalls('Parts', 'categories', {
  all: {
    method: 'GET',
    path: '/partKinds',
    policy: 'public',
    summary: 'The categories and attributes of the shop',
    response: PartKinds,
  },
  addCategory: {
    method: 'POST',
    path: '/categories',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Add a category',
    body: CategoryFields,
    response: Inserted,
  },
  changeCategory: {
    method: 'PUT',
    path: '/categories/:id',
    policy: 'admin',
    permissions: ['parts'],
    summary:
      'Rename or move a category; its key stays. With `seen`, what somebody else has changed meanwhile stays, or is refused at its field',
    params: IdParams,
    body: CategoryChange,
    response: Modified,
  },
  removeCategory: {
    method: 'DELETE',
    path: '/categories/:id',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Remove a category without parts and without categories below it',
    params: IdParams,
    response: Deleted,
  },
  addAttribute: {
    method: 'POST',
    path: '/attributes',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Add an attribute that parts can have',
    body: AttributeFields,
    response: Inserted,
  },
  changeAttribute: {
    method: 'PUT',
    path: '/attributes/:id',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Change the name, unit or place of an attribute; its kind only while no part has it. `seen` as for a category',
    params: IdParams,
    body: AttributeChange,
    response: Modified,
  },
  removeAttribute: {
    method: 'DELETE',
    path: '/attributes/:id',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Remove an attribute that no part has',
    params: IdParams,
    response: Deleted,
  },
})

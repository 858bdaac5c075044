import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { shopErrors } from '#contract/basics/errors.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

type Content = Record<string, { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }>
type Parameter = { in: string; name: string; schema: object; example?: unknown }
type Operation = {
  operationId?: string
  summary?: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type ApiDocument = { info: { description: string }; paths: Record<string, Record<string, Operation>> }

const shop = await openShop()
const document = (await shop.visitor.get('/openapi.json')).json<ApiDocument>()
const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ title: `${method.toUpperCase()} ${path}`, operation })),
)

/** What is wrong with the example of a JSON body or answer. */
function problemsOf(title: string, content: Content | undefined): string[] {
  const { schema, example, examples } = content?.['application/json'] ?? {}
  if (!schema || Object.keys(schema).every((key) => key === 'description')) return []
  const value = example ?? Object.values(examples ?? {})[0]?.value
  if (value === undefined) return [`${title} has no example`]
  return ajv.validate(schema, value) ? [] : [`${title}: ${ajv.errorsText()} in ${JSON.stringify(value).slice(0, 200)}`]
}

test('every call has an example of its body and of its answer, which fit their schemas', () => {
  const problems = operations.flatMap(({ title, operation }) => [
    ...problemsOf(`the body of ${title}`, operation.requestBody?.content),
    ...problemsOf(`the answer of ${title}`, operation.responses['200']?.content),
  ])

  expect(operations.length).toBeGreaterThan(100)
  expect(problems).toEqual([])
})

test('every operation has a name that no other has, the one of the contract', () => {
  const names = operations.map(({ operation }) => operation.operationId)

  expect(names.filter((name) => !/^[a-z][A-Za-z0-9]+$/.test(name ?? ''))).toEqual([])
  expect(new Set(names).size).toBe(operations.length)
  expect(names).toEqual(expect.arrayContaining(['quotesSave', 'ordersPlace', 'partMediaOfPart', 'identitySignIn', 'punchoutCxml']))
})

test('every parameter has an example that fits its schema, and every operation an example', () => {
  const parameters = operations.flatMap(({ title, operation }) =>
    (operation.parameters ?? []).map((parameter) => ({ title, ...parameter })),
  )
  const wrong = parameters.filter(({ in: place, schema, example }) => place !== 'header' && !ajv.validate(schema, example))

  expect(parameters.length).toBeGreaterThan(300)
  expect(wrong.map(({ title, name, example }) => `${title} ${name}: ${JSON.stringify(example)}`)).toEqual([])
  expect(operations.filter(({ operation }) => !JSON.stringify(operation).includes('"example')).map(({ title }) => title)).toEqual([])
})

test('the document lists all refusals by their codes', () => {
  for (const [code, { status }] of Object.entries(shopErrors)) expect(document.info.description).toContain(`| \`${code}\` | ${status} |`)
})

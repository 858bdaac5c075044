import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { shopErrors } from '#contract/errors.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

type Content = Record<string, { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }>
type Operation = { summary?: string; requestBody?: { content: Content }; responses: Record<string, { content?: Content }> }
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

test('the document lists all refusals by their codes', () => {
  for (const [code, { status }] of Object.entries(shopErrors)) expect(document.info.description).toContain(`| \`${code}\` | ${status} |`)
})

import { fromJsonSchema, type JsonSchemaType } from '@modelcontextprotocol/server'
import type { Static, TObject } from 'typebox'
import type { ApiScope } from '#contract/people/api-keys.ts'
import type { KeyHolder } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'

/** Who calls a tool, and from where. */
export type AgentCall = { services: Services; caller: KeyHolder; ip: string }

/** A tool of the shop: the verb of a call, with the same refusals. */
export type Tool = {
  name: string
  title: string
  description: string
  /** The scope that a key needs; none: every key. */
  scope?: ApiScope
  /** Whether it only reads, which programs show to the person before they run it. */
  readOnly: boolean
  input: ReturnType<typeof fromJsonSchema<never>>
  run: (call: AgentCall, input: never) => Promise<object>
}

/** Its schema is compiled here, once, and not with each request. */
export const tool = <T extends TObject>(
  { input, ...facts }: Omit<Tool, 'input' | 'run'> & { input: T },
  run: (call: AgentCall, input: Static<T>) => Promise<object>,
): Tool => ({ ...facts, input: fromJsonSchema<never>(JSON.parse(JSON.stringify(input)) as JsonSchemaType), run })

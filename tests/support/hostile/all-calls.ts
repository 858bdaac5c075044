import { readdirSync } from 'node:fs'
import type { Call } from '#contract/basics/call.ts'

const CONTRACT = new URL('../../../contract/', import.meta.url)
const names = readdirSync(CONTRACT, { encoding: 'utf8', recursive: true }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)
const modules = await Promise.all(names.map(async (name): Promise<Record<string, unknown>> => import(new URL(name, CONTRACT).href)))

/** Every call of the contract, alone or in a group, so that a new one is not forgotten. */
export const allCalls: Call[] = [...new Set(modules.flatMap((module) => Object.values(module).flatMap(callsIn)))]

function callsIn(exported: unknown): Call[] {
  if (typeof exported !== 'object' || exported === null) return []
  return isCall(exported) ? [exported] : Object.values(exported).filter(isCall)
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'policy' in value
}

export const titleOf = ({ method, path }: Call) => `${method} ${path}`

/** A stream stays open, so its answer has no duration. */
export const fuzzedCalls = allCalls.filter(({ streamsEvents }) => !streamsEvents)

import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Call } from '#contract/call.ts'

const folder = new URL('../../contract/', import.meta.url)

/** Every call of the contract, read from its files, so that a new group of calls is not forgotten. */
export async function allCalls(): Promise<Call[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ fileURLToPath(new URL(file, folder))) as Promise<Record<string, unknown>>),
  )
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => {
      if (name.endsWith('Calls')) return Object.values(value as Record<string, Call>)
      return name.endsWith('Call') && isCall(value) ? [value] : []
    }),
  )
}

const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'policy' in value

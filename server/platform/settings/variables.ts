import { readFileSync } from 'node:fs'

/** The environment. Collects all problems, so that they are reported together. An empty variable counts as unset. */
export class Variables {
  readonly problems: string[] = []
  readonly #env: NodeJS.ProcessEnv
  readonly #files = new Map<string, string | undefined>()

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  /** The variable, or the content of the file that `NAME_FILE` names: containers get secrets that way. */
  read(name: string): string | undefined {
    const value = this.#env[name]?.trim() || undefined
    const path = this.#env[`${name}_FILE`]?.trim()
    if (!path) return value
    if (!this.#files.has(name)) this.#files.set(name, this.#readFile(name, path, value))
    return this.#files.get(name)
  }

  #readFile(name: string, path: string, value: string | undefined): string | undefined {
    if (value !== undefined) this.problem(`${name} and ${name}_FILE are both set; one of them is enough.`)
    try {
      const content = readFileSync(path, 'utf8').trim()
      if (content === '') this.problem(`${name}_FILE is '${path}', which is empty.`)
      return content || undefined
    } catch {
      this.problem(`${name}_FILE is '${path}', which cannot be read.`)
      return value
    }
  }

  list(name: string): string[] {
    return (this.read(name) ?? '')
      .split(',')
      .map((value) => value.trim())
      .filter(Boolean)
  }

  /** A whole number from `least` to `most`; `usual` when the variable is unset. */
  count(name: string, { usual, least = 1, most }: { usual: number; least?: number; most: number }): number {
    const text = this.read(name)
    if (text === undefined) return usual
    const count = Number(text)
    if (/^\d+$/.test(text) && count >= least && count <= most) return count
    this.problem(`${name} is a number from ${least} to ${most}.`)
    return usual
  }

  problem(sentence: string): void {
    this.problems.push(sentence)
  }

  /** Variables that must be set together: all values, or undefined when none is set. Notes the missing ones. */
  together<const N extends string>(names: readonly N[]): Record<N, string> | undefined {
    const values = names.map((name) => [name, this.read(name)] as const)
    const missing = values.filter(([, value]) => value === undefined).map(([name]) => name)
    if (missing.length === names.length) return undefined
    for (const name of missing) {
      this.problem(`${name} is missing; it belongs to ${names.filter((other) => other !== name).join(', ')}.`)
    }
    return missing.length === 0 ? (Object.fromEntries(values) as Record<N, string>) : undefined
  }
}

/** Whether the text is an http or https address; `path` says whether it may have a path. */
export function isWebAddress(text: string, path: 'with path' | 'origin only'): boolean {
  try {
    const url = new URL(text)
    return (url.protocol === 'http:' || url.protocol === 'https:') && (path === 'with path' || url.origin === text)
  } catch {
    return false
  }
}

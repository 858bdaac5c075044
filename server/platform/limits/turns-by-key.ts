import { takeTurns, type Turn, type Turns } from './take-turns.ts'

/** `takeTurns` per key, such as an account; a key is removed when it is idle. */
export function turnsByKey(turns: Turns) {
  const known = new Map<string, ReturnType<typeof takeTurns>>()
  return async <T>(key: string, work: () => Promise<T>, asked?: Turn): Promise<T> => {
    const take = known.get(key) ?? takeTurns(turns)
    known.set(key, take)
    try {
      return await take(work, asked)
    } finally {
      if (take.isIdle()) known.delete(key)
    }
  }
}

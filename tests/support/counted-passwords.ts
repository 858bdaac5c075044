import { cheapPasswords } from './cheap-passwords.ts'

/**
 * Cheap password hashes that are counted. A real one takes 80 ms of processor time, so the time of an answer depends mainly on their
 * number; `verify` and `hash` take equally long.
 */
export function countedPasswords() {
  const made = { hash: 0, verify: 0 }
  return {
    made,
    passwords: {
      async hash(password: string) {
        made.hash++
        return cheapPasswords.hash(password)
      },
      async verify(asked: { hash: string; password: string }) {
        made.verify++
        return cheapPasswords.verify(asked)
      },
    },
  }
}

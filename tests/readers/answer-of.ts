import { ASKED, corpusKinds, isRefusal } from './kinds.ts'
import type { RightAnswer } from './corpus.ts'

/** What the reader says today, in the form of the right answers. */
export async function answerOf(kind: string, bytes: Uint8Array<ArrayBuffer>, options: unknown): Promise<unknown> {
  try {
    return (await corpusKinds[kind]!.read(bytes, options)).answer
  } catch (error) {
    if (isRefusal(error)) return 'refused'
    throw error
  }
}

/**
 * The answer as far as the right one says something: of objects the fields that it names; null stands for anything, and '...words' for any
 * text with these words in it. `mayLack`: a field that is not read is right, too.
 */
export function asFarAsSaid(right: unknown, found: unknown, mayLack = false): unknown {
  if (right === null || (mayLack && found === undefined)) return right
  if (typeof right === 'string' && typeof found === 'string') return hasWords(found, right) ? right : found
  if (Array.isArray(right) && Array.isArray(found))
    return found.map((each, place) => (place < right.length ? asFarAsSaid(right[place], each, mayLack) : each))
  if (!isObject(right) || !isObject(found)) return found
  return Object.fromEntries(Object.keys(right).map((key) => [key, asFarAsSaid(right[key], found[key], mayLack)]))
}

const hasWords = (text: string, right: string) => right.startsWith('...') && plain(text).includes(plain(right.slice(3)))
const plain = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ')
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The answer to compare with `right.answer`. A refusal is the right answer itself where it is right, too. */
export async function comparable(
  kind: string,
  bytes: Uint8Array<ArrayBuffer>,
  { options, mayRefuse, answer }: RightAnswer,
): Promise<unknown> {
  const found = await answerOf(kind, bytes, options)
  return mayRefuse && (found === 'refused' || found === ASKED) ? answer : asFarAsSaid(answer, found, mayRefuse)
}

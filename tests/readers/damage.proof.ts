import { expect, test } from 'vitest'
import { examples } from './corpus.ts'
import { wrongAfterDamage } from './damage.ts'

const CUTS = 10
const CHANGED_BYTES = 100

test.each(examples.map((example) => [example.file, example] as const))(
  '%s with one of a hundred bytes changed is refused, or has the same figures in all other rows',
  async (_file, example) => {
    expect(await wrongAfterDamage(example, CUTS, CHANGED_BYTES)).toEqual([])
  },
)

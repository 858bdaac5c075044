import { expect, test } from 'vitest'
import { examples } from './corpus.ts'
import { wrongAfterDamage } from './damage.ts'

const CUTS = 10
/** As many as take a few seconds for all files; damage.proof.ts changes a hundred. */
const CHANGED_BYTES = 20

test.each(examples.map((example) => [example.file, example] as const))(
  '%s, damaged or given to another reader, is refused, or has the same figures in all other rows',
  async (_file, example) => {
    expect(await wrongAfterDamage(example, CUTS, CHANGED_BYTES)).toEqual([])
  },
)

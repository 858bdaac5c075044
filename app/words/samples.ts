import { counted } from '#contract/basics/figures.ts'

/** Words of samples; all our own. */
export const sampleWords = {
  ask: (pieces: number, total: string) => `Samples: ${counted(pieces, 'piece')} for ${total}`,
  sample: 'Sample',
  samples: 'Samples',
  offered: 'These are samples',
} as const

/** Words of packing units; all our own. */
export const packWords = {
  packs: (packs: string) => `Packed in ${packs.charAt(0).toLowerCase()}${packs.slice(1)}.`,
  take: (pieces: string, packs: string) => `Take ${pieces} (${packs})`,
} as const

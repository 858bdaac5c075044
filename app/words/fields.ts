/** Refusals of a field that section 5 of the specification has no sentence for. */
export const fieldWords = {
  atMost: (characters: number) => `At most ${characters} characters.`,
} as const

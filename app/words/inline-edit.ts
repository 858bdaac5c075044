/** Words of values that are changed where they stand; all our own. `what` is such as 'the price of Main Board'. */
export const inlineEditWords = {
  open: (shown: string, what: string) => `${shown}, change ${what}`,
  title: 'Change',
  field: (what: string) => `New value: ${what}`,
  save: (what: string) => `Save ${what}`,
  leave: (what: string) => `Do not change ${what}`,
} as const

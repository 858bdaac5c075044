/** Words of a screen whose forms are saved by one button. */
export const saveTogetherWords = {
  save: 'Save',
  discard: 'Discard changes',
  unsaved: (titles: string) => `Not saved: ${titles}`,
  allSaved: 'All is saved.',
} as const

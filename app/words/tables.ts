/** Words of tables and of the lists in them; all our own. */
export const tableWords = {
  search: 'Search',
  tallRows: 'Taller rows',
  copyId: (start: string) => `Copy ${start}`,
  copied: 'Copied',
  notCopied: (id: string) => `Your browser does not allow copying: ${id}`,
} as const

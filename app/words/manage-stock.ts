/** Words of the stock screen. */
export const manageStockWords = {
  // Specification section 2, "Manege Product"; 'Quality' is the stock in pieces
  title: 'Manege Product',
  columns: { number: 'SN', partName: 'Parts Name', stock: 'Quality', update: 'Update Quantity' },
  quantity: 'Purchase quantity',
  update: 'Update',
  addParts: 'Add A Parts',

  // Our own
  priceColumn: 'Price',
  deleteColumn: 'Delete',
  caption: 'Parts and their stock',
  none: 'There are no parts in the shop yet.',
  quantityOf: (partName: string) => `Update Quantity of ${partName}`,
  updatePart: (partName: string) => `Update ${partName}`,
  deletePart: (partName: string) => `Delete ${partName}`,
  unchanged: 'Enter how many pieces to add, or a number below 0 to take some out.',
} as const

/** Words of the confirm modals. Specification section 2, "My Order" and "All Order"; every delete modal asks alike. */
export const dialogWords = {
  deleteQuestion: (name: string) => `Are You Sure You Want to Delete ${name} !`,
  shippingQuestion: (partName: string) => `Are You Sure You Want to Shipping ${partName} !`,
  confirm: 'Confirm',
  cancel: 'Cancel',

  // Our own
  close: 'Close',
  leave: 'Leave without saving?',
  unsavedText: 'What you typed on this page will be lost.',
  unsavedHere: 'What you typed will be lost.',
} as const

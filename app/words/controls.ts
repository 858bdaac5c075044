/** Words of the controls that stand on many screens. */
export const controlWords = {
  // Specification section 2, "Paginated products screen"
  previous: 'Previous',
  next: 'Next',

  // Our own
  /** Names the links to the screens above this one. */
  breadcrumb: 'Breadcrumb',
  loading: 'Loading...',
  /** The server is late; the screen goes on asking. */
  stillTrying: 'Still trying',
  tryAgain: 'Try again',
  chooseColour: (field: string) => `Choose: ${field}`,
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  /** Names the place of the toasts, and the keys that lead to it. */
  toasts: 'Messages, Alt+T',
  closeToast: 'Close',
} as const

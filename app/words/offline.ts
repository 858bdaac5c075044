/** Words for the time without a network. They are in the page, not in the browser's scripts. */
export const offlineWords = {
  // Our own
  offline: 'You are offline.',
  /** Followed by a time, or by a day and a time. */
  asOf: 'This is what was here at',
  title: 'You are offline',
  notKept: 'You have not opened this page in this browser before, so there is no copy of it. Try again when you are back online.',
} as const

/** Words for the time without a network. They are in the page, not in the browser's scripts. */
export const offlineWords = {
  // Our own
  offline: 'You are offline.',
  /** Followed by a time, or by a day and a time. */
  asOf: 'This is what was here at',
  title: 'You are offline',
  notKept: 'This page was not opened in this browser before, so there is no copy to show. It opens as soon as the shop can be reached.',
} as const

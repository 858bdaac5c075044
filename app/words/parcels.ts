import { counted } from '#contract/basics/figures.ts'
/** Words of parcels and of their tracking page; all our own. Pieces come formatted. */
export const parcelWords = {
  title: 'Parcels',
  none: 'Nothing has been sent yet.',
  pieces: (pieces: string) => counted(pieces, 'piece'),
  noTracking: 'No tracking number',
  sent: 'Sent',
  delivered: 'Delivered',
  onItsWay: 'On its way',
  partlyShipped: (sent: string, ordered: string) => `Partly shipped ${sent} / ${ordered}`,
  left: (left: string, ordered: string) => `${left} of ${counted(ordered, 'piece is', 'pieces are')} left to send.`,
  withdrawn: 'Not sent any more',
  withdrawnPieces: (pieces: string) => `${pieces} not sent any more`,
  copyNumber: (number: string) => `Copy ${number}`,

  // Sending
  send: 'Send parcel',
  sendQuestion: (number: string) => `Send a parcel of ${number}`,
  orderField: 'Order',
  buyer: 'Buyer',
  shipTo: 'Ship to',
  piecesLeft: 'Pieces left',
  piecesField: 'Pieces',
  carrierField: 'Carrier',
  noCarrier: 'Not chosen',
  lastCarrier: 'As with the last parcel. Sent with a tracking number.',
  numberField: 'Tracking number',
  numberOf: (order: string) => `Tracking number of ${order}`,
  sentPart: (pieces: string, left: string) => `${counted(pieces, 'piece')} sent, ${left} left`,

  // Correcting
  correct: 'Correct',
  correctOf: (parcel: string) => `Correct the tracking of ${parcel}`,
  save: 'Save',
  corrected: 'Tracking corrected',
  changedMeanwhile: (now: string) => `Another admin has changed it to ${now}. Save again to overwrite.`,

  // Delivered
  deliver: 'Mark delivered',
  deliverOf: (parcel: string) => `Mark delivered: ${parcel}`,
  deliverQuestion: (parcel: string) => `Has the parcel of ${parcel} been delivered?`,
  deliverConsequence: 'This cannot be undone. After the last parcel, the customer is notified by email.',
  parcelDelivered: 'Parcel marked as delivered',
  orderDelivered: 'The order is delivered',

  // In the timeline
  by: (pieces: string, carried: string) => (carried === '' ? counted(pieces, 'piece') : `${counted(pieces, 'piece')} by ${carried}`),
  correction: (before: string, after: string) => `${before} → ${after}`,
  nothing: 'no tracking',

  // The tracking page
  trackTitle: 'Track an order',
  trackOrder: (number: string) => `Order ${number}`,
  ordered: 'Ordered',
  state: 'State',
  allOnTheirWay: 'All pieces are on their way',
  allDelivered: 'All pieces are delivered',
  partOnTheWay: (sent: string, ordered: string) => `${sent} of ${counted(ordered, 'piece has', 'pieces have')} been sent`,
  linkEnded: 'This link has expired',
  linkEndedReason: 'Tracking links expire after 60 days. Sign in to see your order.',
  toMyOrders: 'See my orders',
} as const

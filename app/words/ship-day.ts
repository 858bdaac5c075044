/** Words of the day by which something ships; all our own. */
export const shipDayWords = {
  shipsBy: 'Ships by',
  leaves: 'Leaves',
  wasToShipBy: 'Was to ship by',
  ifPaidToday: (day: string) => `${day} if paid today`,
} as const

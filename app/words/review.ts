/** Words of the review form. */
export const reviewWords = {
  // Specification section 2, "Home" and "Review form"
  title: 'Your Review',
  rating: 'Rating',
  description: 'Description',
  add: 'Add Your Review',

  // Our own
  awaitsRelease: 'Thank you. You have not ordered here yet, so we check your review before it is published.',
  about: (part: string) => `About ${part}`,
  /** Read out while the slider moves. */
  ratingOfFive: (rating: number) => `${rating} of 5`,
} as const

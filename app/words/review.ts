/** Words of the review form. */
export const reviewWords = {
  // Specification section 2, "Home" and "Review form"
  title: 'Your Review',
  rating: 'Rating',
  description: 'Description',
  add: 'Add Your Review',

  // Our own
  awaitsRelease: 'Thank you. As you have not bought here yet, we read your review before everybody sees it.',
  /** Read out while the slider moves. */
  ratingOfFive: (rating: number) => `${rating} of 5`,
} as const

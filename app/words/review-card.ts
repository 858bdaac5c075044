/** Words of a review. */
export const reviewCardWords = {
  // Specification section 2, "Home"
  description: 'Description',
  name: 'Name',
  rating: 'Rating',

  // Our own
  boughtHere: 'Bought here',
  answer: 'Answer of the shop',
} as const

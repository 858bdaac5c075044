/** Words of a review. */
export const reviewCardWords = {
  // Specification section 2, "Home"
  description: 'Description',
  name: 'Name',
  rating: 'Rating',

  // Our own
  about: 'About',
  boughtHere: 'Verified buyer',
  answer: 'Reply from the shop',
} as const

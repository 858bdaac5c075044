/** Words of the home page; its longer copy stands in company/content/home.ts. */
export const homeWords = {
  // Specification section 2, "Home"
  heading: 'Manufacturing on Demand',
  getQuote: 'Get Your Instant Quote',
  seeAllParts: 'See All Parts',
  reedMore: 'Reed More',
  addYourReview: 'Add Your Review',

  // Our own
  heroPicture: 'A television taken apart into its layers, from the front glass to the back cover',
  services: 'One order, all the way to your shelf',
  servicesLead:
    'Making the part is half of the work. The other half is having it in the right place, in the right quantity, ' +
    'with the right papers.',
  howTo: 'Four steps to your parts',
  stats: 'The shop in figures',
  parts: 'Parts ready to order',
  noParts: 'There are no parts in the shop yet.',
  reviews: 'What customers say',
  noReviews: 'There are no reviews yet.',
  beFirst: 'Be the first to write one.',
} as const

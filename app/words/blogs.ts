/** Words of the blog page; its questions and answers stand in company/content/questions.tsx. */
export const blogsWords = {
  // Specification section 2, "Header and footer"
  title: 'Blogs',

  // Our own
  description: 'Five questions about building a storefront in React: performance, unit tests, inheritance, state and search.',
  lead: 'Five questions from the people who build this storefront, answered in plain words.',
  contents: 'Questions',
} as const

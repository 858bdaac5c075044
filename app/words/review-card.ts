/** Labels of a review. Specification section 2, "Home". */
export const reviewCardWords = { description: 'Description', name: 'Name', rating: 'Rating' } as const

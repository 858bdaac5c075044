/** The address of a list with other choices, '' for none. It starts at the first page of the list. */
export function withChoices(search: URLSearchParams, choices: Record<string, string>): URLSearchParams {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries({ page: '', ...choices })) {
    if (value === '') query.delete(name)
    else query.set(name, value)
  }
  return query
}

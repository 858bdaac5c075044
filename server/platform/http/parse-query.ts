import { parse } from 'node:querystring'

/** A value that is an email, or begins with one: the characters up to the @ include no other blank. */
const ADDRESS = /=((?:(?!%20)[^&=@])+(?:@|%40))/gi

/**
 * A query as its parameters. In an email a raw plus is a plus (`?customer=buyer+eu@example.com`), because an email has no blank;
 * elsewhere it is a blank, as in forms.
 */
export const parseQuery = (query: string): Record<string, unknown> =>
  parse(query.includes('+') ? query.replace(ADDRESS, (address) => address.replaceAll('+', '%2B')) : query)

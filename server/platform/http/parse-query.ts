import { parse } from 'node:querystring'

/** A value that is an email, or begins with one: the signs up to the @ have no other blank in them. */
const ADDRESS = /=((?:(?!%20)[^&=@])+(?:@|%40))/gi

/**
 * A query as its parameters. In an email a raw plus is meant (`?customer=buyer+eu@example.com`), because none has a blank in it; elsewhere
 * it is a blank, as forms write it.
 */
export const parseQuery = (query: string): Record<string, unknown> =>
  parse(query.includes('+') ? query.replace(ADDRESS, (address) => address.replaceAll('+', '%2B')) : query)

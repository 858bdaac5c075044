import { invalidField } from '../../errors.ts'
import { Unfetchable } from './ask-public.ts'
import { fetchPublic, type FetchLimits } from './fetch-public.ts'

/**
 * As `fetchPublic`, for an address in the request's field `url`.
 * @throws ShopError INVALID_INPUT at `url` for a private address, or one without a file.
 */
export async function fetchForCaller(url: string, limits: FetchLimits): Promise<Buffer> {
  try {
    return await fetchPublic(url, limits)
  } catch (error) {
    throw error instanceof Unfetchable ? invalidField('url', `This address ${error.message}.`) : error
  }
}

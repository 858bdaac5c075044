import type { ListChoice, ListOfFile } from '#readers/lists/read-list-file.ts'
import type { Services } from '../../services.ts'
import { askShop } from './ask-shop.ts'

/**
 * The list in a file of this account; undefined if its columns are unclear.
 * @throws Refusal with a `FileProblem`; ShopError TOO_MANY_REQUESTS, BUSY.
 */
export const readListOf = (
  services: Pick<Services, 'db' | 'identity' | 'readers'>,
  userId: string,
  bytes: Uint8Array,
  options?: ListChoice,
  signal?: AbortSignal,
): Promise<ListOfFile | undefined> =>
  services.readers.read({ kind: 'list', owner: userId, bytes, options, ask: askShop(services, userId), ...(signal && { signal }) })

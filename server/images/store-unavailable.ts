import { ShopError } from '../errors.ts'

/**
 * The store of pictures is not available. `reason` is for the log and for `shop check`: one line without any secret or key,
 * or an address that contains one. It is not part of the answer.
 */
export class StoreUnavailable extends ShopError {
  readonly reason: string

  constructor(reason: string) {
    super('IMAGE_STORE_UNAVAILABLE')
    this.reason = reason
    // The log writes the cause of an error besides its message.
    this.cause = new Error(reason)
  }
}

import { ShopError } from '../errors.ts'

/**
 * Where pictures are kept does not work now. `reason` is for the log and for `shop check`: one line without any
 * secret, key or address that holds one. The caller learns only that it did not work.
 */
export class StoreUnavailable extends ShopError {
  readonly reason: string

  constructor(reason: string) {
    super('IMAGE_STORE_UNAVAILABLE')
    this.reason = reason
    // What the log writes of any error besides its own sentence.
    this.cause = new Error(reason)
  }
}

import type { ChildProcess } from 'node:child_process'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'

const OPEN_AT = /is open at (http\S+)\s/

/**
 * The address that a shop prints once it is open. It is started with PORT=0, so the address is not known earlier.
 * @param printed returns its log so far
 * @throws Error with its log, when it ends or hangs instead.
 */
export function openAddress(shop: ChildProcess, printed: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`The shop did not start (${shop.exitCode ?? shop.signalCode ?? 'it hangs'}):\n${printed()}`))
    const hang = setTimeout(fail, HANG_LIMIT_MS).unref()
    shop.once('close', fail)
    shop.stdout!.on('data', () => {
      const address = OPEN_AT.exec(printed())?.[1]
      if (address === undefined) return
      clearTimeout(hang)
      shop.off('close', fail)
      resolve(address)
    })
  })
}

/** The byte with the type of a message, such as 'Q'; only the first message of a connection has none. */
export const typeOf = (message: Buffer) => String.fromCharCode(message[0]!) // no message is empty

/** Both ends may send: the server can take the next statement. Its sixth byte is the state of the transaction. */
export const READY = 'Z'
const IDLE = 'I'.charCodeAt(0)

/** Whether a READY is outside of a transaction. */
export const isIdle = (ready: Buffer) => ready[5] === IDLE

/** Calls `heard` with each complete message: a byte for its type, four for the length of the rest. */
export function inMessages(heard: (message: Buffer) => void): (chunk: Buffer) => void {
  let kept = Buffer.alloc(0)
  return (chunk) => {
    kept = Buffer.concat([kept, chunk])
    while (kept.length >= 5 && kept.length > kept.readInt32BE(1)) {
      const end = kept.readInt32BE(1) + 1
      heard(Buffer.from(kept.subarray(0, end)))
      kept = kept.subarray(end)
    }
  }
}

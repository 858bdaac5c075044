/** Handle of a limit; `exceeded` stays set, because a library may catch the error. */
export type MemoryBound = { readonly exceeded: boolean; release: () => void }

/**
 * Counts byte arrays and decompressed streams against a limit of bytes until it is released. A compressed document may expand to a
 * thousand times its size, and the library has no limit: its decoders grow by allocating longer arrays.
 */
export function boundMemory(most: number): MemoryBound {
  const { Uint8Array: Bytes, DecompressionStream: Decompression } = globalThis
  let left = most
  const count = (bytes: number) => {
    left -= bytes
    if (left < 0) throw new RangeError('the document is too large in memory')
  }
  const Counted: Uint8ArrayConstructor = new Proxy(Bytes, {
    construct(target, given: unknown[], asked): Uint8Array {
      if (typeof given[0] === 'number') count(given[0])
      return Reflect.construct(target, given, asked === Counted ? target : asked) as Uint8Array
    },
  })
  class CountedDecompression {
    readonly writable: WritableStream<BufferSource>
    readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>

    constructor(format: CompressionFormat) {
      const { writable, readable } = new Decompression(format)
      const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(piece, controller) {
          count(piece.length)
          controller.enqueue(piece)
        },
      })
      this.writable = writable
      this.readable = readable.pipeThrough(counter)
    }
  }
  Object.assign(globalThis, { Uint8Array: Counted, DecompressionStream: CountedDecompression })
  return {
    get exceeded() {
      return left < 0
    },
    release: () => void Object.assign(globalThis, { Uint8Array: Bytes, DecompressionStream: Decompression }),
  }
}

import { join } from 'node:path'
import { DOCUMENT_PIECE_BYTES } from '#contract/parts/part-media.ts'
import { folderFiles, type FileStore } from '../images/image-store.ts'
import { s3Files } from '../images/s3-store.ts'
import type { Settings } from '../platform/settings/settings.ts'

export const documentFolder = (dataDir: string) => join(dataDir, 'documents')

/**
 * Where the bytes of documents are: beside the pictures in the shop's folder or in the S3 store, and in the folder if pictures are at an image
 * host, which takes nothing else. Documents that were stored in the folder before the shop had a bucket are still read there.
 */
export function chooseDocumentStore({ dataDir, pictures }: Pick<Settings, 'dataDir' | 'pictures'>): FileStore {
  const folder = folderFiles(documentFolder(dataDir))
  if (pictures.store !== 's3') return folder
  const bucket = s3Files(pictures)
  const inBucket = (key: string) => `documents/${key}`
  return {
    write: (key, bytes) => bucket.write(inBucket(key), bytes),
    read: async (key) => (await folder.read(key)) ?? bucket.read(inBucket(key)),
    async remove(key) {
      await folder.remove(key)
      await bucket.remove(inBucket(key))
    },
  }
}

type Stored = { name: string; bytes: number }

/** Files of a document in their order. Pieces bound the memory that a document takes when it is received, checked and sent. */
export const pieceKeys = ({ name, bytes }: Stored): string[] =>
  Array.from({ length: Math.ceil(bytes / DOCUMENT_PIECE_BYTES) }, (_, piece) => `${name}-${piece}`)

/** Bytes of the piece of this number. */
export const pieceBytes = (bytes: number, piece: number): number => Math.min(DOCUMENT_PIECE_BYTES, bytes - piece * DOCUMENT_PIECE_BYTES)

import { readFile } from '#readers/lists/read-file.ts'
import { serveOnce } from './serve-once.ts'

/** A file, and the sheet of it that was chosen, if any. */
export type ChosenFile = { file: File; sheet?: string | undefined }

serveOnce(async ({ file, sheet }: ChosenFile) => readFile(new Uint8Array(await file.arrayBuffer()), sheet))

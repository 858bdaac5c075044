import { serveOnce } from '#app/quotes/serve-once.ts'
import { readPartsFile } from '#readers/parts/read-parts-file.ts'

serveOnce(async (file: File) => readPartsFile(new Uint8Array(await file.arrayBuffer())))

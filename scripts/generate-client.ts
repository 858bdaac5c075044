import { writeFile } from 'node:fs/promises'
import { clientSource } from './client/client-source.ts'

/** Writes the generated files of the TypeScript client: its calls and their types. */

const FOLDER = new URL('../clients/typescript/src/generated/', import.meta.url)

for (const [name, text] of Object.entries(await clientSource())) await writeFile(new URL(name, FOLDER), text)

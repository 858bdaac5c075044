import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { packagedFonts, packageFolder } from '#server/platform/documents/font-files.ts'

/** Copies the font files of PDFs into `folder`, each with the licence of its package, which asks to lie beside it. */
export async function copyFonts(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  for (const { package: name, file } of packagedFonts) {
    for (const copied of [file, 'LICENSE']) await cp(join(packageFolder(name), copied), join(folder, name, copied))
  }
}

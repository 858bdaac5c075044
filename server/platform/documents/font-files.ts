import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A font file of a package: its path below the folder of the package. */
export type PackagedFont = { package: string; file: string }

const ROOT = join(import.meta.dirname, '../../..')
/** Where the build copies font files. Their packages have many other weights, and are not installed with what runs. */
export const BUILT_FONTS = join(ROOT, 'build', 'fonts')

const notoSans = (part: string): PackagedFont => ({ package: '@fontsource/noto-sans', file: `files/noto-sans-${part}-400-normal.woff` })

const notoSansOf = (script: string): PackagedFont => ({
  package: `@fontsource/noto-sans-${script}`,
  file: `files/noto-sans-${script}-${script}-400-normal.woff`,
})

/**
 * Fonts for the scripts of the world, by preference. Arabic is Amiri, because other typefaces put a letter together from parts that several
 * letters share, and text that is copied out of the file would be wrong. Greek and Cyrillic precede Chinese, whose font has them in the
 * width of its signs.
 */
export const packagedFonts: PackagedFont[] = [
  ...['cyrillic', 'greek', 'cyrillic-ext', 'greek-ext', 'latin-ext', 'vietnamese', 'devanagari'].map(notoSans),
  { package: '@fontsource/amiri', file: 'files/amiri-arabic-400-normal.woff' },
  ...['hebrew', 'thai'].map(notoSansOf),
  { package: '@embedpdf/fonts-sc', file: 'fonts/NotoSansHans-Regular.otf' },
  { package: '@embedpdf/fonts-kr', file: 'fonts/NotoSansKR-Regular.otf' },
  ...['armenian', 'georgian', 'bengali', 'gurmukhi', 'gujarati', 'tamil', 'telugu'].map(notoSansOf),
  ...['kannada', 'malayalam', 'sinhala', 'lao', 'khmer', 'myanmar', 'ethiopic'].map(notoSansOf),
]

/** The folder of an installed package. */
export const packageFolder = (name: string): string => join(ROOT, 'node_modules', name)

/** The file that the build has copied; without a build, that of the installed package. */
export function pathOfFont({ package: name, file }: PackagedFont): string {
  const built = join(BUILT_FONTS, name, file)
  return existsSync(built) ? built : join(packageFolder(name), file)
}

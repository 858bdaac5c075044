import type { ImportCells } from '#contract/parts/imports.ts'

/** The address or file name at the beginning of a line, which its text follows. */
const BEGINNING = /^\s*\S+/gm

/** All pictures that the cells of a row name. */
export const picturesOf = ({ img, pictures = '' }: ImportCells): string[] =>
  [...(img?.trim() ? [img.trim()] : []), ...(pictures.match(BEGINNING) ?? []).map((line) => line.trim())].filter((one) => one !== '-')

/** The cells with the addresses that pictures have in the shop; those without one stay unchanged. */
export const withPictures = (cells: ImportCells, addressOf: (img: string) => string | undefined): ImportCells => ({
  ...cells,
  ...(cells.img !== undefined && { img: addressOf(cells.img.trim()) ?? cells.img }),
  ...(cells.pictures !== undefined && { pictures: cells.pictures.replace(BEGINNING, (line) => addressOf(line.trim()) ?? line) }),
})

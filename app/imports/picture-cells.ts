import { NOTHING, type ImportCells } from '#contract/parts/imports.ts'

const ADDRESS = /^https?:\/\/\S+$/i
const FILE = /\.(?:jpe?g|png|webp|avif|gif)$/i

/** Addresses or files with commas between them, as exports of other shops have them in one cell; otherwise the text itself. */
function listed(text: string): string[] {
  const pieces = text.split(/[,;|]/).map((piece) => piece.trim())
  const [first = ''] = pieces
  return pieces.length > 1 && pieces.every((piece) => (ADDRESS.test(first) ? ADDRESS : FILE).test(piece)) ? pieces : [text]
}

/** One picture in the cell of the main picture and on each line of the others, with its text. */
function oneEach({ img, pictures, ...cells }: ImportCells): ImportCells {
  const [main, ...more] = img === undefined ? [] : listed(img.trim())
  const lines = pictures?.split('\n').flatMap((line) => listed(line)) ?? []
  const others = more.length > 0 ? [...more, ...lines.filter((line) => line.trim() !== NOTHING)] : lines
  return {
    ...cells,
    ...(main !== undefined && { img: main }),
    ...((pictures !== undefined || more.length > 0) && { pictures: others.join('\n') }),
  }
}

/** The address or file name at the beginning of a line; its text follows. */
const pictureOf = (line: string) => line.trim().split(/\s/, 1)[0]!

/** All pictures that the cells of a row name. */
export function picturesOf(cells: ImportCells): string[] {
  const { img = '', pictures = '' } = oneEach(cells)
  return [img, ...pictures.split('\n').map(pictureOf)].filter((one) => one !== '' && one !== NOTHING)
}

/** The cells with the addresses that pictures have in the shop; those without one stay unchanged. */
export function withPictures(cells: ImportCells, addressOf: (img: string) => string | undefined): ImportCells {
  const each = oneEach(cells)
  const withAddress = (line: string) => line.replace(pictureOf(line), (picture) => addressOf(picture) ?? picture)
  return {
    ...each,
    ...(each.img !== undefined && { img: addressOf(each.img) ?? each.img }),
    ...(each.pictures !== undefined && { pictures: each.pictures.split('\n').map(withAddress).join('\n') }),
  }
}

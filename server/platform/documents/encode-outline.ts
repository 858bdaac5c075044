/** A glyph's outline as the font library returns it, in font units. */
export type Outline = { commands: { command: string; args: number[] }[] }

type Point = { x: number; y: number; isOnCurve: boolean }

const ON_CURVE = 1
const HEAD_BYTES = 10

/** A glyph as a TrueType font stores it (OpenType, table 'glyf'): its contours as unpacked points. Empty for a blank. */
export function encodeOutline({ commands }: Outline): Uint8Array {
  const contours = contoursOf(commands)
  const points = contours.flat()
  if (points.length === 0) return new Uint8Array()
  const size = HEAD_BYTES + 2 * contours.length + 2 + 5 * points.length
  const bytes = new Uint8Array(Math.ceil(size / 4) * 4)
  const view = new DataView(bytes.buffer)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const head = [contours.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  for (const [index, value] of head.entries()) view.setInt16(2 * index, value)

  let at = HEAD_BYTES
  let last = -1
  for (const contour of contours) {
    view.setUint16(at, (last += contour.length))
    at += 2
  }
  at += 2 // no instructions
  for (const { isOnCurve } of points) view.setUint8(at++, isOnCurve ? ON_CURVE : 0)
  for (const values of [xs, ys]) {
    for (const [index, value] of values.entries()) {
      view.setInt16(at, value - (values[index - 1] ?? 0))
      at += 2
    }
  }
  return bytes
}

function contoursOf(commands: Outline['commands']): Point[][] {
  const contours: Point[][] = []
  for (const { command, args } of commands) {
    if (command === 'moveTo') contours.push([])
    for (let index = 0; index < args.length; index += 2) {
      const isOnCurve = !(command === 'quadraticCurveTo' && index === 0)
      contours.at(-1)?.push({ x: Math.round(args[index]!), y: Math.round(args[index + 1]!), isOnCurve })
    }
  }
  return contours.filter((contour) => contour.length > 0)
}

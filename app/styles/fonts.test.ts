import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import subsetFont from 'subset-font'
import { expect, test } from 'vitest'

const styles = readFileSync('app/styles/fonts.css', 'utf8')
const typeface = readFileSync('app/styles/typeface/hanken-grotesk-core.woff2')
const text = readFileSync('app/company/content/about.ts', 'utf8')
  .split('\n')
  .filter((line) => line.includes(' '))
  .join(' ')
  .replaceAll(/[^ -~]/g, '')

/** A percentage of the fallback font for these weights, as a fraction. */
function standIn(weights: string, name: string): number {
  const face = styles.split('@font-face').find((one) => one.includes('Stand-in') && one.includes(`font-weight: ${weights};`))
  return Number(new RegExp(`${name}: ([\\d.]+)%`).exec(face ?? '')?.[1]) / 100
}

/** Width of the text and height of a line, at the same size. */
function measuresOf(font: string | Buffer): { width: number; lineHeight: number } {
  const document = new PDFDocument().font(font).fontSize(1_000)
  return { width: document.widthOfString(text), lineHeight: document.currentLineHeight(true) / 1_000 }
}

// Helvetica has the widths of Arial.
test.each([
  ['100 550', 400, 'Helvetica'],
  ['551 900', 600, 'Helvetica-Bold'],
] as const)(
  'Arial of the weights %s takes the place that the typeface will take, so that nothing moves when it arrives',
  async (weights, weight, arial) => {
    const drawn = measuresOf(await subsetFont(typeface, text, { targetFormat: 'truetype', variationAxes: { wght: weight } }))
    const size = standIn(weights, 'size-adjust')
    const [rises, falls, gap] = ['ascent-override', 'descent-override', 'line-gap-override'].map((name) => standIn(weights, name))

    expect(Math.abs((size * measuresOf(arial).width) / drawn.width - 1)).toBeLessThan(0.01)
    expect(size * (rises! + falls! + gap!)).toBeCloseTo(drawn.lineHeight, 2)
  },
)

import { expect, test } from 'vitest'
import { accentColours, BUILT_ACCENTS, contrast, lowestContrast, READABLE_CONTRAST } from './colours.ts'

test('the contrast is that of WCAG: 21 for black on white, 1 for the same colour', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#123456', '#123456')).toBe(1)
})

test("the shop's own colours are readable, a yellow is not by day, a dark blue is not by night (85)", () => {
  expect(lowestContrast(BUILT_ACCENTS.day, 'day')).toBeGreaterThanOrEqual(READABLE_CONTRAST)
  expect(lowestContrast(BUILT_ACCENTS.night, 'night')).toBeGreaterThanOrEqual(READABLE_CONTRAST)
  expect(lowestContrast('#ffd400', 'day')).toBeLessThan(READABLE_CONTRAST)
  expect(lowestContrast('#102050', 'night')).toBeLessThan(READABLE_CONTRAST)
})

test('text on a light accent is dark, on a dark one white', () => {
  expect(accentColours('#8fb2ff', 'night').onAccent).toBe('#0b1221')
  expect(accentColours('#1d4fd7', 'day').onAccent).toBe('#ffffff')
})

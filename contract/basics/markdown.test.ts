import { expect, test } from 'vitest'
import { hasMarkdown, withoutMarkdown } from './markdown.ts'

test.each([
  ['Four layers, 200 x 78 x 1.6 mm. RoHS and REACH compliant.', false],
  ['24 V / 5 A, 3 x 0.75 mm2, part_number_1 and a*b', false],
  ['- one\n- two', true],
  ['1. first', true],
  ['**bold** and [a link](https://example.com)', true],
  ['some *stress*', true],
])('%j is Markdown: %s', (text, expected) => {
  expect(hasMarkdown(text)).toBe(expected)
})

test('the marks are taken out, and the words stay', () => {
  expect(withoutMarkdown('**Four** layers:\n- 200 x 78\n- *see* the [drawing](/x.pdf) `A1`')).toBe(
    'Four layers:\n200 x 78\nsee the drawing A1',
  )
  expect(withoutMarkdown('Plain - as it is, a_b_c')).toBe('Plain - as it is, a_b_c')
})

import { expect, test } from 'vitest'
import { changeOf, lineOfField, readPairs, writePairs } from './pair-lines.ts'

const known = [
  { from: 'Kabel', to: 'cable' },
  { from: 'Netzteil', to: 'power supply' },
]

test('what is written is read as it was, and lines of a table are read, too', () => {
  expect(readPairs(writePairs(known))).toEqual({ pairs: known, wrongLine: undefined })
  expect(readPairs('Kabel\tcable\r\n\r\n  Netzteil=power supply ')).toEqual({ pairs: known, wrongLine: undefined })
})

test.each(['Kabel', '= cable', 'Kabel =', 'a = b = c'])("the first line that is no pair is named: '%s'", (line) => {
  expect(readPairs(`Tuner = tuner\n${line}\nnonsense`)).toMatchObject({ wrongLine: 2 })
})

test('only what was changed is sent', () => {
  expect(changeOf(known, known)).toEqual({ remove: [], add: [] })
  const typed = [
    { from: 'Netzteil', to: 'power board' },
    { from: 'Panneau', to: 'panel' },
  ]
  expect(changeOf(known, typed)).toEqual({ remove: ['Kabel'], add: typed })
})

test('the line of a refused pair is found', () => {
  expect(
    lineOfField('add.1.words', 'Kabel = cable\n\nNetz teil für das Gerät = power supply', [
      known[0]!,
      readPairs('Netz teil für das Gerät = power supply').pairs[0]!,
    ]),
  ).toBe(3)
  expect(lineOfField('add', 'Kabel = cable', known)).toBeUndefined()
})

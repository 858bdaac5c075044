import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QuoteLine, QuoteRequestLine } from '#contract/quotes/quotes.ts'
import { CHUNK } from './price-queue.ts'
import { QuoteSheet } from './quote-sheet.ts'

type Call = {
  lines: QuoteRequestLine[]
  signal: AbortSignal
  answer: (change?: Partial<QuoteLine>) => void
  fail: (error: unknown) => void
}

/** Each line costs a dollar for each letter. */
function answerTo(line: QuoteRequestLine, change: Partial<QuoteLine> = {}): QuoteLine {
  return {
    row: 1,
    text: line.text,
    asked: String(line.quantity ?? ''),
    status: 'matched',
    notes: [],
    partsId: 'p',
    partNumber: 'TF-1',
    name: 'Main Board',
    quantity: 1_000,
    unitPrice: 1,
    lineTotal: line.text.length,
    available: 9_000,
    leadDays: 2,
    priceBreaks: [],
    betterBuy: null,
    candidates: [],
    ...change,
  }
}

function openSheet() {
  const calls: Call[] = []
  const timers: (() => void)[] = []
  const sheet = new QuoteSheet({
    price: (lines, signal) =>
      new Promise((resolve, reject) => {
        const call: Call = { lines, signal, answer: (change) => resolve(lines.map((line) => answerTo(line, change))), fail: reject }
        signal.addEventListener('abort', () => reject(signal.reason))
        calls.push(call)
      }),
    after: (_, work) => {
      timers.push(work)
      return () => timers.splice(timers.indexOf(work) >>> 0, 1)
    },
    mayRetry: (error) => error === 'passes',
  })
  /** Lets time pass until nothing is planned any more. */
  async function settle(): Promise<void> {
    for (let round = 0; round < 10; round += 1) {
      for (const work of timers.splice(0)) work()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const line = (place: number) => sheet.snapshot().lines[place]!
  return { sheet, calls, settle, line, answerOf: (place: number) => sheet.answerOf(line(place)) }
}

test('what is typed is priced after a pause, once', async () => {
  const { sheet, calls, settle, line, answerOf } = openSheet()
  for (const text of ['M', 'Ma', 'Mai', 'Main']) sheet.write(line(0).id, text)
  await settle()
  calls[0]!.answer()
  await settle()

  expect(calls.map(({ lines }) => lines)).toEqual([[{ text: 'Main' }]])
  expect(answerOf(0)?.lineTotal).toBe(4)
  expect(sheet.snapshot().figures).toEqual({
    given: 1,
    waiting: 0,
    total: 400,
    attention: 0,
    leftOut: 0,
    raised: 0,
    asking: 0,
    betweenPacks: 0,
  })
})

test('a late answer to older words is called off and never shown', async () => {
  const { sheet, calls, settle, line, answerOf } = openSheet()
  sheet.write(line(0).id, 'Main')
  await settle()
  sheet.write(line(0).id, 'Main Board')
  expect(calls[0]!.signal.aborted).toBe(true)
  await settle()
  calls[1]!.answer()
  await settle()
  calls[0]!.answer()
  await settle()

  expect(answerOf(0)?.lineTotal).toBe('Main Board'.length)
})

test('a late answer leaves out the line that changed and is kept for the others', async () => {
  const { sheet, calls, settle, line, answerOf } = openSheet()
  sheet.add([
    { text: 'One', quantity: '' },
    { text: 'Two', quantity: '' },
  ])
  await settle()
  sheet.write(line(0).id, 'Eleven')
  await settle()
  calls[0]!.answer()
  await settle()

  expect(answerOf(0)).toBeUndefined()
  expect(answerOf(1)?.lineTotal).toBe(3)
  calls[1]!.answer()
  await settle()
  expect(answerOf(0)?.lineTotal).toBe(6)
})

test('a long list is asked for in chunks, and what is typed meanwhile does not wait for its end', async () => {
  const { sheet, calls, settle, line } = openSheet()
  sheet.add(Array.from({ length: 3 * CHUNK }, (_, row) => ({ text: `Part ${row}`, quantity: '' })))
  await settle()
  expect(calls.map(({ lines }) => lines.length)).toEqual([CHUNK, CHUNK])
  sheet.write(line(0).id, 'Part X')
  calls[0]!.answer()
  await settle()

  expect(calls[2]!.lines[0]).toEqual({ text: 'Part X' })
  calls[1]!.answer()
  calls[2]!.answer()
  await settle()
  calls[3]!.answer()
  await settle()
  expect(sheet.snapshot().figures).toMatchObject({ given: 3 * CHUNK, waiting: 0 })
})

test('a failure that may pass is tried again by itself, another one is told and can be repeated', async () => {
  const { sheet, calls, settle, line } = openSheet()
  sheet.write(line(0).id, 'Main')
  await settle()
  calls[0]!.fail('passes')
  await settle()
  expect(calls).toHaveLength(2)
  expect(sheet.snapshot().failure).toBeUndefined()
  calls[1]!.fail('stays')
  await settle()
  expect(sheet.snapshot().failure).toBe('stays')
  expect(calls).toHaveLength(2)
  sheet.retry()
  await settle()
  calls[2]!.answer()
  await settle()

  expect(sheet.snapshot()).toMatchObject({ failure: undefined, figures: { waiting: 0, total: 400 } })
})

test('pasted lines take the place of the empty line they were pasted into, and the order stays', () => {
  const { sheet, line } = openSheet()
  sheet.write(line(0).id, 'First')
  sheet.write(line(2).id, 'Last')
  sheet.add(
    [
      { text: 'A', quantity: '1' },
      { text: 'B', quantity: '2' },
    ],
    line(1).id,
  )

  expect(sheet.given().map(({ text }) => text)).toEqual(['First', 'A', 'B', 'Last'])
})

test('more lines than a quote may have are not added, and nothing is lost', () => {
  const { sheet, line } = openSheet()
  sheet.write(line(0).id, 'First')

  expect(sheet.room()).toBe(9_999)
  expect(sheet.add(Array.from({ length: 10_000 }, () => ({ text: 'Part', quantity: '' })))).toBeUndefined()
  expect(sheet.given()).toEqual([{ text: 'First' }])
})

test('what was added can be taken back as a whole', async () => {
  const { sheet, calls, settle, line } = openSheet()
  sheet.write(line(0).id, 'First')
  const added = sheet.add([
    { text: 'A', quantity: '1' },
    { text: 'B', quantity: '2' },
  ])
  await settle()
  sheet.remove(...added!)

  expect(sheet.given()).toEqual([{ text: 'First' }])
  expect(calls[0]!.signal.aborted).toBe(false)
})

test('removed lines are put back where they were, with their answers, beside what was added meanwhile', async () => {
  const { sheet, calls, settle, line } = openSheet()
  sheet.add(['A', 'B', 'C', 'D'].map((text) => ({ text, quantity: '1' })))
  await settle()
  calls[0]!.answer()
  await settle()
  const putBack = sheet.remove(line(0).id, line(2).id)
  sheet.add([{ text: 'E', quantity: '1' }])
  await settle()
  calls[1]!.answer()
  await settle()

  putBack()
  putBack()
  await settle()

  expect(sheet.given().map(({ text }) => text)).toEqual(['A', 'B', 'C', 'D', 'E'])
  expect(sheet.snapshot().figures).toMatchObject({ given: 5, waiting: 0 })
  expect(calls).toHaveLength(2)
})

test('quantities are set together and set back, except those that were changed since', async () => {
  const { sheet, calls, settle, line } = openSheet()
  sheet.start()
  sheet.add([
    { text: 'A', quantity: '12.000' },
    { text: 'B', quantity: '3.000' },
    { text: 'C', quantity: '5' },
  ])
  await settle()
  calls[0]!.answer({ status: 'quantity-unclear', lineTotal: null, quantity: null })
  await settle()
  expect(sheet.snapshot().figures).toMatchObject({ asking: 2, attention: 3 })

  const [first, second] = [line(0).id, line(1).id]
  const undo = sheet.setQuantities(new Map([[first, '12'], [second, '3'], [99, '7']])) // prettier-ignore
  await settle()
  expect(calls[1]!.lines).toEqual([{ text: 'A', quantity: '12' }, { text: 'B', quantity: '3' }]) // prettier-ignore
  sheet.setQuantity(second, '4')
  undo()

  expect(sheet.snapshot().lines.map(({ quantity }) => quantity)).toEqual(['12.000', '4', '5', ''])
})

test('lines that cannot be ordered are left out of the total, with their amount', async () => {
  const { sheet, calls, settle, line } = openSheet()
  for (const [place, change] of [{}, { available: 500 }, { status: 'unknown', lineTotal: null } as const].entries()) {
    sheet.write(line(place).id, 'Part')
    await settle()
    calls[place]!.answer({ partsId: `p${place}`, ...change })
    await settle()
  }

  expect(sheet.snapshot().figures).toMatchObject({ total: 800, attention: 2, leftOut: 400 })
})

test('lines of one part share its stock, though each was asked for alone', async () => {
  const { sheet, calls, settle, line } = openSheet()
  for (const place of [0, 1]) {
    sheet.write(line(place).id, `Part ${place}`)
    await settle()
    calls[place]!.answer({ quantity: 5_000, available: 9_000 })
    await settle()
  }

  expect(sheet.takenBefore(line(1))).toBe(5_000)
  expect(sheet.snapshot().figures.attention).toBe(1)
  sheet.remove(line(0).id)
  expect(sheet.snapshot().figures.attention).toBe(0)
})

test('a line that came with a part alone is told its name', async () => {
  const { sheet, calls, settle, line, answerOf } = openSheet()
  sheet.add([{ text: '', quantity: '', partsId: 'p' }])
  await settle()
  calls[0]!.answer()
  await settle()

  expect(line(0)).toMatchObject({ text: 'Main Board', partsId: 'p' })
  expect(answerOf(0)?.name).toBe('Main Board')
  expect(calls).toHaveLength(1)
})

type Step = { kind: 'write' | 'quantity' | 'remove' | 'undo' | 'add' | 'answer' | 'fail'; at: number; text: string }

test('whatever is typed, pasted, removed and answered in any order: as many lines go out as stand there, each with its own answer', async () => {
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom('write', 'quantity', 'remove', 'undo', 'add', 'answer', 'fail'),
    at: fc.nat(6),
    text: fc.constantFrom('', 'A', 'BB', 'CCC', 'DDDD'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { sheet, calls, settle, line, answerOf } = openSheet()
      let undo = () => {}
      for (const { kind, at, text } of steps) {
        const { id } = line(at % sheet.snapshot().lines.length)
        if (kind === 'write') sheet.write(id, text)
        if (kind === 'quantity') sheet.setQuantity(id, text)
        if (kind === 'remove') undo = sheet.remove(id)
        if (kind === 'undo') undo()
        if (kind === 'add')
          sheet.add(
            [
              { text, quantity: '5' },
              { text: 'E', quantity: '' },
            ],
            id,
          )
        if (kind === 'answer') calls[at]?.answer()
        if (kind === 'fail') calls[at]?.fail('passes')
        if (at % 2 === 0) await settle()
      }
      for (let round = 0; round < 6; round += 1) {
        await settle()
        for (const call of calls) call.answer()
        if (sheet.snapshot().failure) sheet.retry()
      }
      await settle()

      const { lines, figures } = sheet.snapshot()
      const given = lines.filter(({ text, quantity }) => text !== '' || quantity !== '')
      expect(sheet.given()).toHaveLength(given.length)
      expect(figures).toMatchObject({ given: given.length, waiting: 0 })
      lines.forEach(({ text, quantity }, place) => {
        const answer = answerOf(place)
        if (text !== '' || quantity !== '')
          expect([answer?.text === text || text === 'Main Board', answer?.asked]).toEqual([true, quantity])
      })
    }),
    { numRuns: 60 },
  )
})

test('lines without a part are asked again when the shop may know them now, the others not', async () => {
  const { sheet, calls, settle } = openSheet()
  sheet.add([
    { text: '4711', quantity: '1000' },
    { text: 'Main Board', quantity: '1000' },
  ])
  await settle()
  calls[0]!.answer({ status: 'unknown', partsId: null })
  await settle()
  sheet.choose(sheet.snapshot().lines[1]!.id, 'p', 'Main Board')
  await settle()
  calls[1]!.answer()
  await settle()

  sheet.askAgain()
  await settle()

  expect(calls[2]!.lines.map(({ text }) => text)).toEqual(['4711'])
  expect(calls).toHaveLength(3)
})

test('a line keeps what stood in the list, whatever is written over it', async () => {
  const { sheet } = openSheet()
  const [id] = sheet.add([{ text: '4711', quantity: '1000' }])!

  sheet.write(id!, 'Main')
  sheet.choose(id!, 'p', 'Main Board')

  expect(sheet.snapshot().lines[0]).toMatchObject({ text: 'Main Board', listed: '4711', partsId: 'p' })
})

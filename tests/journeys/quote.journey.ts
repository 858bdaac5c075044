import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import writeExcelFile from 'write-excel-file/node'
import type { Part } from '#contract/parts/parts.ts'
import { untilDraftHolds } from '#tests/support/browser/kept-draft.ts'
import { addPart, callShop, enter, expect, fillLogin, inFirefoxToo, newPerson, register, test } from '#tests/support/browser/journey.ts'
import { partOf, quantityOf, lineOf, totalOf, openQuote, pasteList } from '#tests/support/browser/quote-screen.ts'

/** Opens the line about the list: how it was read, and what changes all of its lines. */
const openReport = (page: Page) => page.locator('summary').filter({ hasText: 'Show' }).click()

const upload = (page: Page, name: string, content: Buffer | string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })

/** How high the first line is on a phone, and where its prices begin on a desk. */
async function roomOfLine(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  const height = (await lineOf(page, 1).boundingBox())?.height
  await page.setViewportSize({ width: 1_440, height: 900 })
  return { height, price: (await lineOf(page, 1).locator('[data-title="Unit price"]').boundingBox())?.x }
}

const ladder = [
  { from: 5_000, price: 2 },
  { from: 10_000, price: 1.5 },
]

test('a visitor comes from the home page, types with suggestions, by keyboard alone, and sees prices, ladder and total', async ({
  page,
  office,
}) => {
  const part = await addPart(office, { price: 2.5, priceBreaks: ladder, available: 50_000 })
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Your Instant Quote' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/quote$/)
  await expect(partOf(page, 1)).toBeEnabled()

  await partOf(page, 1).focus()
  await page.keyboard.type(part.name.slice(0, -1))
  const suggestion = page.getByRole('option', { name: new RegExp(part.name) })
  await expect(suggestion).toBeVisible()
  await expect(suggestion).toContainText(part.partNumber)
  // Those for fewer letters stay until the last ones have come.
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(suggestion).toHaveAttribute('aria-selected', 'true')
  await expect(partOf(page, 1)).toHaveAttribute('aria-activedescendant', (await suggestion.getAttribute('id'))!)
  await page.keyboard.press('Enter')
  await expect(quantityOf(page, 1)).toBeFocused()
  await page.keyboard.type('9,000')
  await expect(lineOf(page, 1)).toContainText('$2.00')
  await expect(lineOf(page, 1)).toContainText('10,000 pieces cost $15,000.00, 9,000 cost $18,000.00.')
  await page.keyboard.press('Enter')
  await expect(partOf(page, 2)).toBeFocused()

  await lineOf(page, 1).locator('summary').filter({ hasText: 'better price at 10,000' }).press('Enter')
  await lineOf(page, 1).getByRole('button', { name: 'Change to 10,000' }).press('Enter')
  await expect(quantityOf(page, 1)).toHaveValue('10000')
  await expect(lineOf(page, 1)).toContainText('$1.50')
  await expect(totalOf(page)).toHaveText('$15,000.00')
})

test('every kind of line gets its answer, and each is put right by one press', async ({ page, office }) => {
  const part = await addPart(office, { available: 8_000 })
  const [twin, other] = [`${part.name} twin`, `${part.name} twin`]
  const misspelt = `${part.name.slice(0, -1)}${part.name.endsWith('0') ? '1' : '0'}`
  await addPart(office, { name: twin })
  await addPart(office, { name: other })
  await openQuote(page)
  // What has its place stays there when a list has been read: the first line, and in a wide window the total beside it.
  const places = async () => {
    const found = []
    for (const width of [390, 1_024, 1_440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => scrollTo(0, 0))
      const total = width < 1_440 ? null : page.getByRole('complementary', { name: 'Total and saving' }).getByText('Total')
      found.push({ width, line: (await lineOf(page, 1).boundingBox())?.y, total: (await total?.boundingBox())?.y })
    }
    return found
  }
  const { promise: isLooked, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/quotes/price', async (route) => {
    await isLooked
    await route.continue()
  })
  await pasteList(
    page,
    [
      'Part;Qty',
      `${part.partNumber.toLowerCase().replace('-', ' ')};2000`,
      `${part.name};200`,
      `${part.name};9,000`,
      `${twin};1000`,
      `${misspelt};1000`,
      `${part.name};a few`,
      'nothing of the kind whatsoever;1000',
      '',
    ].join('\n'),
  )

  await expect(page.getByText('Reading Your list...')).toBeVisible()
  const before = await places()
  goOn()
  await expect(page.getByText(/^7 lines, \d need attention$/)).toBeVisible()
  expect(await places()).toEqual(before)
  await expect(page.getByLabel('Your list')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Paste a list' })).toBeFocused()
  await openReport(page)
  await expect(page.getByText('8 rows read: 7 lines added, 1 header row.')).toBeVisible()
  await expect(lineOf(page, 1)).toContainText(part.name)
  await expect(lineOf(page, 2)).toContainText('Raised from 200 to the minimum order of 1,000.')
  await expect(lineOf(page, 3)).toContainText('The lines above leave 5,000 of 8,000 in stock.')
  await lineOf(page, 3).getByRole('button', { name: 'Change to 5,000' }).click()
  await expect(quantityOf(page, 3)).toHaveValue('5000')
  await expect(lineOf(page, 4)).toContainText('Several parts match. Choose one:')
  await lineOf(page, 4)
    .getByRole('button', { name: new RegExp(twin) })
    .first()
    .click()
  await expect(lineOf(page, 4)).toContainText('$2,500.00')
  await expect(lineOf(page, 6)).toContainText('Enter a whole number of pieces.')
  await expect(lineOf(page, 7)).toContainText('No part matches')
  await lineOf(page, 5)
    .getByRole('button', { name: new RegExp(`^${part.name} for line`) })
    .click()
  await expect(lineOf(page, 5)).toContainText('None left in stock for this line.')
  await expect(page.getByText('3 lines need attention')).toBeVisible()
})

test('lines are found, selected, removed together and put back, and one that is being typed is not called wrong', async ({
  page,
  office,
}) => {
  const part = await addPart(office)
  await openQuote(page)
  await pasteList(page, `nothing of the kind; 1000\n${`${part.partNumber}; 1000\n`.repeat(10)}`)
  await expect(page.getByText('1 line needs attention')).toBeVisible()
  await expect(page.getByText('Without 1 line that cannot be ordered yet')).toBeVisible()

  await page.getByLabel('Find in this quote').fill(part.name)
  await expect(page.getByRole('button', { name: 'Found 10' })).toHaveAttribute('aria-pressed', 'true')
  await expect(partOf(page, 1)).toHaveCount(0)
  await page.getByLabel('Select all lines shown').check()
  await page.getByLabel('Select line 2', { exact: true }).uncheck()
  await expect(page.getByText('9 lines selected')).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: /^All / }).click()
  await expect(totalOf(page)).toHaveText('$2,500.00')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(totalOf(page)).toHaveText('$25,000.00')

  await partOf(page, 1).fill('nothing of any kind')
  await expect(page.getByText('1 line needs attention')).toBeVisible()
  await expect(partOf(page, 1)).not.toHaveAttribute('aria-invalid')
  await expect(lineOf(page, 1)).not.toContainText('No part matches')
  await page.keyboard.press('Tab')
  await expect(partOf(page, 1)).toHaveAttribute('aria-invalid', 'true')
  await expect(lineOf(page, 1)).toContainText('No part matches')
})

test('cells copied from a spreadsheet go into the lines where they are pasted', async ({ page, office }) => {
  const part = await addPart(office)
  await openQuote(page)
  await partOf(page, 1).fill('something')
  await partOf(page, 2).focus()
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, `${part.partNumber}\t1000\n${part.name}\t2000\n`)

  await expect(partOf(page, 2)).toHaveValue(part.partNumber)
  await expect(partOf(page, 3)).toHaveValue(part.name)
  await expect(quantityOf(page, 3)).toHaveValue('2000')
  await expect(partOf(page, 1)).toHaveValue('something')
})

test(
  'a workbook is read, columns that cannot be told are asked for once, and what is no list is refused in words',
  inFirefoxToo,
  async ({ page, office }) => {
    const part = await addPart(office)
    const rows = [
      [part.partNumber, 'Main Board', 2_000, 7],
      [part.partNumber, 'LED Strip', 3_000, 9],
    ]
    await openQuote(page)
    await upload(page, 'list.xlsx', await writeExcelFile(rows.map((row) => row.map((value) => ({ value })))).toBuffer())
    await expect(page.getByRole('heading', { name: 'Match your columns' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'First rows' })).toContainText('LED Strip')
    await page.getByLabel('Part number or name').selectOption({ index: 0 })
    await page.getByLabel('Quantity', { exact: true }).selectOption({ index: 3 })
    await page.getByRole('button', { name: 'Add 2 lines' }).click()
    await openReport(page)
    await expect(page.getByText('2 rows read: 2 lines added.')).toBeVisible()
    await expect(lineOf(page, 2)).toContainText('$7,500.00')

    await upload(page, 'more.csv', `\uFEFFPart number,Quantity\r\n${part.partNumber},"1,000"\r\n`)
    await expect(page.getByText('2 rows read: 1 line added, 1 header row.')).toBeVisible()
    await upload(page, 'old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'))
    await expect(page.getByText('save it again as XLSX or CSV.')).toBeVisible()
    await upload(page, 'long.csv', 'a part;1000\n'.repeat(10_001))
    await expect(page.getByText('A quote has at most 10,000 lines. This list has 10,001, and there is room for 9,997.')).toBeVisible()
    await expect(totalOf(page)).toHaveText('$15,000.00')
  },
)

test('a PDF is read in the browser, which loads its reader when one comes', async ({ page }) => {
  await openQuote(page)
  await upload(page, 'order.pdf', await readFile('tests/lists/files/pdf-board.pdf'))
  await expect(page.getByText(/^\d+ lines, /)).toBeVisible()
})

test('of a workbook with several sheets another one is chosen, and its lines take the place of the first', async ({ page, office }) => {
  const [board, cable] = [await addPart(office), await addPart(office)]
  const sheets = [board, cable].map(({ partNumber }, at) => ({ sheet: `Set ${at + 1}`, data: [[{ value: partNumber }, { value: 2_000 }]] }))
  await openQuote(page)
  await upload(page, 'sets.xlsx', await writeExcelFile(sheets).toBuffer())
  const sheet = page.getByLabel('Sheet of the workbook')
  await expect(sheet).toHaveValue('Set 1')
  await expect(partOf(page, 1)).toHaveValue(board.partNumber)

  await sheet.selectOption('Set 2')
  await expect(partOf(page, 1)).toHaveValue(cable.partNumber)
  await expect(sheet).toHaveValue('Set 2')
  await expect(lineOf(page, 1)).toContainText(cable.name)
  await expect(page.getByText(board.partNumber)).toHaveCount(0)
})

test('a line shows the number of the part that it is matched with, whatever was written', async ({ page, office }) => {
  const part = await addPart(office)
  await openQuote(page)
  await pasteList(page, `${part.partNumber.toLowerCase()} x 2000\n${part.name} x 3000`)

  for (const line of [1, 2]) await expect(lineOf(page, line).getByText(part.partNumber, { exact: true })).toBeVisible()
})

test('columns of any language are found by what the shop has, can be changed afterwards, and are remembered for their titles', async ({
  page,
  office,
}) => {
  const part = await addPart(office)
  const list = `Pos;Bestell-Nr.;Art.-Nr.;Menge;Reserve\n1;X-77;${part.partNumber};2000;3000\n2;X-78;${part.name};1000;1000`
  await openQuote(page)
  await pasteList(page, list)
  await openReport(page)
  await expect(page.getByText('Columns: Art.-Nr. and Menge.')).toBeVisible()
  await expect(totalOf(page)).toHaveText('$7,500.00')

  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('3')
  await page.getByLabel('Quantity', { exact: true }).selectOption({ label: 'Column 5: Reserve' })
  await page.getByRole('button', { name: 'Add 2 lines' }).click()
  await expect(page.getByText('Columns: Art.-Nr. and Reserve.')).toBeVisible()
  await expect(totalOf(page)).toHaveText('$10,000.00')

  await pasteList(page, list)
  await expect(totalOf(page)).toHaveText('$20,000.00')
})

test('what is no line of a pasted mail is told as not read with its text, and becomes a line by one press', async ({ page, office }) => {
  const part = await addPart(office)
  await openQuote(page)
  await pasteList(
    page,
    `Dear Madam,\n\nplease quote:\n- 2000 x ${part.partNumber}\nOdd boards:\n${part.name}, qty 1,000\n\nKind regards,\nKim\nPage 1 of 1`,
  )
  await expect(page.getByText('2 lines, 6 not read')).toBeVisible()
  await openReport(page)
  await expect(page.getByText('10 rows read: 2 lines added, 6 not read, 2 blank.')).toBeVisible()
  const notRead = page.getByRole('list', { name: '6 rows not read' }).getByRole('listitem')
  await expect(notRead).toContainText(['Dear Madam,', 'please quote:', 'Odd boards:', 'Kind regards,', 'Kim', 'Page 1 of 1'])
  await expect(notRead.first()).toContainText('Greeting, heading or total, or no part')
  await expect(notRead.nth(2)).toContainText('Words without a quantity, or a sentence')
  await expect(totalOf(page)).toHaveText('$7,500.00')

  await page.getByRole('button', { name: 'Add as a line: Odd boards:' }).click()
  await expect(page.getByRole('list', { name: '5 rows not read' })).toBeVisible()
  await expect(partOf(page, 2)).toHaveValue('Odd boards:')
  await expect(partOf(page, 3)).toHaveValue(part.name)
})

test('an ambiguous quantity is asked at its line, answered for all lines at once, and taken back', async ({ page, office }) => {
  const part = await addPart(office, { available: 90_000 })
  await openQuote(page)
  await pasteList(page, `Teil;Menge\n${part.partNumber};12.000\n${part.name};3,000\n${part.name};5000`)
  await expect(lineOf(page, 1)).toContainText('What does 12.000 mean?')
  await expect(lineOf(page, 2)).toContainText('What does 3.000 mean?')
  await expect(page.getByText('2 lines need attention')).toBeVisible()

  await lineOf(page, 2).getByRole('button', { name: 'as 3,000' }).click()
  await expect(quantityOf(page, 1)).toHaveValue('12000')
  await expect(totalOf(page)).toHaveText('$50,000.00')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(quantityOf(page, 2)).toHaveValue('3.000')
  await lineOf(page, 1).getByRole('button', { name: '12 pieces for line 1' }).click()
  await expect(quantityOf(page, 1)).toHaveValue('12')
  await expect(lineOf(page, 2)).toContainText('What does 3.000 mean?')
})

test('places on a board are counted, multiplied by the boards, merged by part, and all of it is taken back', async ({ page, office }) => {
  const part = await addPart(office, { available: 90_000 })
  await openQuote(page)
  await pasteList(page, `Reference,Value,Footprint\n"C1,C2,C5-C9",${part.partNumber},A\nU1,${part.name},B\nU2,nothing of the kind,B`)
  await openReport(page)
  await expect(page.getByText('Columns: Value and Reference (counted).')).toBeVisible()
  await expect(quantityOf(page, 1)).toHaveValue('7')

  await page.getByLabel('Boards').fill('a few')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a whole number of boards.')).toBeVisible()
  await page.getByLabel('Boards').fill('1000')
  await page.getByRole('button', { name: 'Multiply quantities' }).click()
  await expect(quantityOf(page, 1)).toHaveValue('7 x 1,000')
  await expect(quantityOf(page, 3)).toHaveValue('1 x 1,000')
  await expect(totalOf(page)).toHaveText('$20,000.00')

  await page.getByRole('button', { name: 'Merge 1 duplicate row' }).click()
  await expect(page.getByText('1 duplicate row merged.')).toBeVisible()
  await expect(quantityOf(page, 1)).toHaveValue('8 x 1,000')
  await expect(partOf(page, 2)).toHaveValue('nothing of the kind')
  await expect(totalOf(page)).toHaveText('$20,000.00')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(quantityOf(page, 1)).toHaveValue('7 x 1,000')
  await expect(partOf(page, 2)).toHaveValue(part.name)
  await expect(page.getByRole('button', { name: 'Merge 1 duplicate row' })).toBeVisible()

  await page.reload()
  await expect(quantityOf(page, 1)).toHaveValue('7 x 1,000')
  await expect(page.getByLabel('Boards')).toHaveValue('1,000')
})

test(
  'from the home page to a saved quote of 200 lines without a detour, signing in on the way',
  inFirefoxToo,
  async ({ page, browser }) => {
    const ann = newPerson()
    const before = await browser.newPage()
    await enter(before, ann)
    const parts = await callShop<Part[]>(before, 'GET', '/allParts')
    await before.close()
    const list = Array.from({ length: 200 }, (_, row) => {
      const { name, partNumber } = parts[row % parts.length]!
      return row % 2 === 0 ? `${partNumber}\t${1_000 + row}` : `${name}\t${(2_000 + row).toLocaleString('en')}`
    })

    await page.goto('/')
    await page.getByRole('link', { name: 'Get Your Instant Quote' }).click()
    await expect(partOf(page, 1)).toBeEnabled()
    await partOf(page, 1).pressSequentially(parts[0]!.partNumber)
    await page.keyboard.press('Enter')
    await expect(quantityOf(page, 1)).toBeFocused()
    await page.keyboard.type('2000')
    await pasteList(page, list.slice(1).join('\n'))
    await expect(page.getByText('200 lines', { exact: false }).first()).toBeVisible()
    await page.getByLabel('Name of the quote').fill('Spring order')
    await page.getByRole('button', { name: 'Save quote' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await fillLogin(page, ann)
    await expect(page.getByRole('heading', { name: /^Quote Q-\d{6}/ })).toContainText('Spring order')
    await expect(page.getByText('Page 1 of 4')).toBeVisible()
    await expect(page.locator('dd').nth(1)).toHaveText('200')
  },
)

test('a draft outlives a reload, is cleared when asked, and is not shown to the next person', async ({ page, browser }) => {
  await openQuote(page)
  await partOf(page, 1).fill('T-Con Board')
  await quantityOf(page, 1).fill('3000')
  await page.reload()
  await expect(partOf(page, 1)).toHaveValue('T-Con Board')
  await expect(quantityOf(page, 1)).toHaveValue('3000')

  const ann = newPerson()
  await register(page, ann)
  await openQuote(page)
  await expect(partOf(page, 1)).toHaveValue('T-Con Board')
  await untilDraftHolds(page, ann.email)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(partOf(page, 1)).toHaveValue('')
  await page.reload()
  await expect(partOf(page, 1)).toBeEnabled()
  await expect(partOf(page, 1)).toHaveValue('')

  const bob = await browser.newPage()
  await openQuote(bob)
  await partOf(bob, 1).fill('Remote Control')
  await bob.getByRole('button', { name: 'Clear' }).click()
  await bob.getByRole('button', { name: 'Confirm' }).click()
  await expect(partOf(bob, 1)).toHaveValue('')
  await bob.reload()
  await expect(partOf(bob, 1)).toBeEnabled()
  await expect(partOf(bob, 1)).toHaveValue('')
  await bob.close()
})

test('a part that another screen sends here becomes a line, once', async ({ page, office }) => {
  const part = await addPart(office)
  await page.goto(`/quote?part=${part._id}&quantity=2000`)
  await expect(partOf(page, 1)).toHaveValue(part.name)
  await expect(lineOf(page, 1)).toContainText('$5,000.00')
  await expect(page).toHaveURL(/\/quote$/)
  await untilDraftHolds(page, part._id)
  await page.reload()

  await expect(partOf(page, 1)).toHaveValue(part.name)
  await expect(partOf(page, 2)).toHaveValue('')
})

test('an outage of the shop is told, costs nothing, and passes by itself or at a press', async ({ page }) => {
  await openQuote(page)
  await page.route('**/api/quotes/price', (route) => route.fulfill({ status: 400, json: { code: 'INVALID_INPUT', message: 'x' } }))
  await partOf(page, 1).fill('TCB-5512-4K')
  await expect(page.getByText('Some prices could not be loaded.')).toBeVisible()
  const before = await roomOfLine(page)
  await page.unroute('**/api/quotes/price')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(lineOf(page, 1)).toContainText('T-Con Board')
  expect(await roomOfLine(page)).toEqual(before)
})

test('without a network a quote is not saved, says so, and can be saved again', async ({ page, office, context }) => {
  const part = await addPart(office, { available: 50_000 })
  await register(page, newPerson())
  await openQuote(page)
  await partOf(page, 1).fill(part.partNumber)
  await quantityOf(page, 1).fill('2000')
  await expect(lineOf(page, 1)).toContainText(part.name)
  await context.setOffline(true)

  await page.getByRole('button', { name: 'Save quote' }).click()

  await expect(page.getByText('PLease try again later')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Save quote' })).toBeEnabled()
  await expect(quantityOf(page, 1)).toHaveValue('2000')
})

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import { addPart, enter, expect, expectToast, test } from '#tests/support/browser/journey.ts'

test('a buyer says once which part their number means; their lists find it, and the numbers go out and in as files', async ({
  page,
  office,
}) => {
  const [part, other] = [await addPart(office), await addPart(office)]
  const own = `ZX${randomUUID().slice(0, 8)}`
  await enter(page)
  await page.goto('/quote')
  const partOf = (line: number) => page.getByRole('combobox', { name: `Part, line ${line}`, exact: true })
  await expect(partOf(1)).toBeEnabled()
  await page.getByRole('button', { name: 'Paste a list' }).click()
  await page.getByLabel('Your list').fill(`Part;Qty\n${own};2000\n${own};3000`)
  await page.getByRole('button', { name: 'Add these lines' }).click()
  await expect(page.getByText('2 lines need attention')).toBeVisible()

  await partOf(1).fill(part.partNumber)
  await page.getByRole('option', { name: new RegExp(part.name) }).click()
  await expect(page.getByText(`Is ${own} your number for ${part.partNumber}?`)).toBeVisible()
  expect(await axeFindingsDayAndNight(page)).toEqual([])
  await page.getByRole('button', { name: 'Remember it for line 1' }).click()
  await expect(page.getByText(`Your lists now find ${part.partNumber} by ${own}.`)).toBeVisible()
  await expect(page.getByText('All lines are priced')).toBeVisible()

  await page.goto('/dashboard/profile/company')
  const numbers = page.getByLabel('Your number = our number')
  await expect(numbers).toHaveValue(`${own} = ${part.partNumber}\n`)
  await page
    .getByLabel('Add from CSV or Excel')
    .last()
    .setInputFiles({
      name: 'numbers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Your number,Our number,Name\n${own}-B,${other.partNumber},x\n${own}-C,none-such,x\n`),
    })
  await expectToast(page, '2 numbers added to the list.')
  await page.getByRole('button', { name: 'Save numbers' }).click()
  await expect(numbers).toHaveAccessibleDescription(/Line 3: We have no part with this number\.$/)
  await numbers.fill((await numbers.inputValue()).replace(/.*none-such\n?/, ''))
  await page.getByRole('button', { name: 'Save numbers' }).click()
  await expectToast(page, '2 numbers kept')
  expect(await axeFindingsDayAndNight(page)).toEqual([])

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file).toContain(`${own},${part.partNumber},${part.name}\r\n`)
  expect(file).toContain(`${own}-B,${other.partNumber},${other.name}\r\n`)
})

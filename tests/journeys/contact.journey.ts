import { randomUUID } from 'node:crypto'
import { addPart, enter, expect, expectToast, mailTo, newPerson, sampleAdmin, signIn, test } from '#tests/support/browser/journey.ts'

test('a visitor writes to the shop; an admin reads it, by mail too, marks it, and answers it with a quote, which the visitor reads', async ({
  page,
  browser,
}) => {
  const email = `vera-${randomUUID()}@example.com`
  const words = `Do you make the T-con board ${randomUUID()}?`
  await page.goto('/contact-us')
  await page.getByLabel('Name').fill('<b>Vera</b> Visitor')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Message' }).fill(`${words}\n<img src=x onerror=alert(1)>`)
  await page.getByRole('button', { name: 'Send' }).click()

  await expect(page.getByRole('status').filter({ hasText: 'Thank you' })).toBeVisible()
  for (const name of ['Name', 'Email', 'Message']) await expect(page.getByRole('textbox', { name })).toHaveValue('')

  expect(await mailTo(sampleAdmin.email, new RegExp(words.replace('?', '\\?')))).toContain(`Email:  ${email}`)
  const adminPage = await browser.newPage()
  await signIn(adminPage, sampleAdmin)
  const part = await addPart(adminPage, { price: 2.5, available: 5_000 })
  await adminPage.goto('/dashboard')
  await adminPage.getByRole('link', { name: 'Messages', exact: true }).click()
  await adminPage.getByRole('navigation', { name: 'State of the messages' }).getByRole('link', { name: 'Unanswered' }).click()
  const row = adminPage.getByRole('row').filter({ hasText: words })
  const opening = row.getByRole('link', { name: '<b>Vera</b> Visitor' })
  await opening.click()
  const message = adminPage.getByRole('dialog', { name: 'Message from <b>Vera</b> Visitor' })
  await expect(message.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await expect(message.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`)

  await message.getByRole('button', { name: 'Mark as answered' }).click()

  await message.getByRole('button', { name: 'Mark as unanswered' }).click()
  await message.getByRole('button', { name: 'Answer with a quote' }).click()
  const answer = adminPage.getByRole('dialog', { name: 'A quote for <b>Vera</b> Visitor' })
  await answer.getByRole('combobox', { name: 'Part of line 1' }).fill(part.partNumber)
  await adminPage.getByRole('option', { name: part.name }).click()
  await answer.getByRole('textbox', { name: 'Pieces of line 1' }).fill('2,000')
  await expect(answer.getByText('Today $2.50')).toBeVisible()
  await answer.getByRole('textbox', { name: 'Unit price of line 1' }).fill('2.40')
  await expect(answer.getByText('Total: $4,800.00')).toBeVisible()
  await answer.getByRole('textbox', { name: 'Freight to one address ($)' }).fill('40')
  await answer.getByRole('textbox', { name: 'How it is delivered' }).fill('By pallet')
  await answer.getByRole('button', { name: 'Send the quote' }).click()
  await expectToast(adminPage, /^Quote Q-\d+ is sent by a private link$/)

  const mail = await mailTo(email, /^Subject: Our quote Q-\d+ for your message$/m)
  expect(mail).toMatch(/Freight: +\$40\.00, By pallet/)
  await page.goto(/\/shared-quote\/[\w-]{43}/.exec(mail)![0])
  await expect(page.getByRole('row', { name: new RegExp(`${part.name}.*\\$4,800.00`) })).toBeVisible()
  await expect(message.getByRole('link', { name: /^Q-\d+$/ })).toBeVisible()
  await adminPage.reload()
  await expect(message.getByText('Answered', { exact: true })).toBeVisible()
  await adminPage.keyboard.press('Escape')
  await expect(message).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await adminPage.getByRole('searchbox', { name: 'Text, name or email' }).fill(words)
  await adminPage.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await adminPage.getByRole('link', { name: /^Answered/ }).click()
  await expect(row.getByText('Answered', { exact: true })).toBeVisible()

  await adminPage.goto('/dashboard/mails?q=message+from+the+contact+form&state=sent')
  await adminPage.getByRole('row').getByRole('link').first().click()
  const shown = adminPage.frameLocator('iframe[title="Mail"]')
  await expect(shown.getByRole('heading', { name: 'A message from the contact form' })).toBeVisible()
  await adminPage.getByRole('tab', { name: 'Text' }).click()
  await expect(adminPage.getByRole('tabpanel', { name: 'Text' })).toContainText('A visitor has written to the shop.')
  await adminPage.setViewportSize({ width: 375, height: 812 })
  expect(await adminPage.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  await adminPage.close()
})

test('the contact form says what is wrong under each field and loses nothing', async ({ page }) => {
  await page.goto('/contact-us')
  await page.getByRole('button', { name: 'Send' }).click()
  for (const sentence of ['Your Name is required', 'Email is required', 'Your Message is required']) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await expect(page.getByLabel('Name')).toBeFocused()

  await page.getByLabel('Name').fill('Vera')
  await page.getByLabel('Email').fill('vera at example')
  await page.getByRole('textbox', { name: 'Message' }).fill('x'.repeat(4_001))
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(page.getByText('At most 4,000 characters.')).toBeVisible()

  await page.getByLabel('Email').fill('vera@example.com')
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello')
  await page.route('**/api/contact', (route) => route.abort())
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('The shop cannot be reached.')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Hello')

  await page.unroute('**/api/contact')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Thank you' })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('who is signed in finds name and email filled in', async ({ page }) => {
  const ann = newPerson()
  await enter(page, ann)
  await page.goto('/contact-us')

  await expect(page.getByLabel('Name')).toHaveValue(ann.name)
  await expect(page.getByLabel('Email')).toHaveValue(ann.email)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the contact page says what its form needs', async ({ page }) => {
    await page.goto('/contact-us')

    // By its element: searches by text pass over it.
    const notice = page.getByRole('main').locator('noscript > *')
    await expect(notice).toBeVisible()
    await expect(notice).toContainText('This form needs JavaScript.')
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  })
})

test('the terms are read and closed by keyboard, and nothing is ticked by it', async ({ page }) => {
  await page.goto('/register')
  const open = page.getByRole('button', { name: 'Read the terms and conditions' })
  const dialog = page.getByRole('dialog', { name: 'Terms and Conditions' })
  await expect(open).toBeEnabled()
  await open.focus()

  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  // Pressed again as a person would: a browser that has not yet drawn the dialog lets the key scroll the page behind it.
  const last = dialog.getByRole('heading', { name: 'Changes' })
  const isSeen = () => last.evaluate((heading) => heading.getBoundingClientRect().bottom <= window.innerHeight)
  await expect.poll(() => page.keyboard.press('End').then(isSeen)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await expect(page.getByLabel(/terms/)).not.toBeChecked()

  await open.click()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.mouse.click(5, 5)
  await expect(dialog).toBeHidden()
})

test('an admin sees the mails of the shop', async ({ page }) => {
  const ann = newPerson()
  const hers = await page.context().browser()!.newPage()
  await enter(hers, ann)
  await hers.close()
  await signIn(page, sampleAdmin)
  await page.goto('/dashboard')

  await page.getByRole('link', { name: 'Mails', exact: true }).click()

  const row = page.getByRole('row').filter({ hasText: ann.email })
  await expect(row).toContainText('Please confirm your email address')
  await expect(row).toContainText('Sent')
  await expect(row.getByRole('button')).toHaveCount(0)
  await row.getByRole('link').click()
  await expect(page.getByRole('dialog')).toContainText('Its text is not shown, because it has a link that opens an account.')
})

test('an admin has a failing mail tried again', async ({ page }) => {
  const failing = {
    id: randomUUID(),
    kind: 'order-placed',
    recipient: 'ann@example.com',
    subject: 'We have received your order',
    state: 'waiting',
    createdAt: '2026-01-31T10:15:30.123Z',
    sentAt: null,
    attempts: 3,
    lastError: '451 try later',
  }
  let retried = ''
  await signIn(page, sampleAdmin)
  const states = { waiting: 1, sending: 0, sent: 0, failed: 0, unknown: 0, held: 0 }
  await page.route('**/api/allMails?*', (route) => route.fulfill({ json: { count: 1, page: 0, states, mails: [failing] } }))
  await page.route('**/api/mails/*/retry', (route) => {
    retried = new URL(route.request().url()).pathname
    return route.fulfill({ json: { modifiedCount: 1 } })
  })
  await page.goto('/dashboard/mails')

  const row = page.getByRole('row').filter({ hasText: failing.recipient })
  await expect(row).toContainText('Waiting to retry')
  await expect(row).toContainText('451 try later')
  await row.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByText('Trying again.')).toBeVisible()
  expect(retried).toBe(`/api/mails/${failing.id}/retry`)
})

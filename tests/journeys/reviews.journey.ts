import { randomUUID } from 'node:crypto'
import { addPart, answerInstead, enter, expect, expectToast, holdBack, test } from '#tests/support/browser/journey.ts'

test('an admin hides a review, releases it and answers it, and the home page follows (72)', async ({ page, office }) => {
  const text = `Sound parts ${randomUUID().slice(0, 8)}`
  await enter(page)
  await page.goto('/dashboard/my-review')
  await page.getByLabel('Description').fill(text)
  await page.getByRole('button', { name: 'Add Your Review' }).click()
  await expect(page.getByText(text)).toBeVisible()

  await office.goto('/dashboard')
  await office.getByRole('link', { name: 'All Reviews' }).click()
  await office.getByRole('searchbox', { name: 'Text, writer or part' }).fill(text)
  await office.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await office.getByRole('row').filter({ hasText: text }).getByRole('link').click()
  const review = office.getByRole('dialog', { name: /^Review by / })
  await review.getByRole('button', { name: 'Hide' }).click()
  const question = office.getByRole('dialog').last()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByLabel('Reason')).toHaveAccessibleDescription(/Enter a reason/)
  await question.getByLabel('Reason').fill('Not about our parts')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(review).toContainText('Hidden by')
  await expect(review).toContainText('Not about our parts')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Manufacturing on Demand' })).toBeVisible()
  await expect(page.getByText(text)).toHaveCount(0)

  await review.getByRole('button', { name: 'Publish' }).click()
  await expect(review.getByRole('button', { name: 'Hide' })).toBeVisible()
  await review.getByRole('button', { name: 'Answer' }).click()
  await question.getByLabel('Reply from the shop').fill('Thank you.\nCome again.')
  await question.getByRole('button', { name: 'Save answer' }).click()
  await expectToast(office, 'Answer saved')
  await expect(review).toContainText('Come again.')
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: text })).toContainText('Reply from the shopThank you.')
})

test('a review of a part waits for its name, and names it on the home page, with a link to it', async ({ page, office }) => {
  const part = await addPart(office, { name: `Reviewed ${randomUUID().slice(0, 8)}` })
  await enter(page)
  const release = await holdBack(page, new RegExp(`/api/.*${part._id}`))
  await page.goto(`/dashboard/my-review?part=${part._id}`)
  await page.getByLabel('Description').fill('Fits at once')
  await expect(page.getByRole('button', { name: 'Add Your Review' })).toBeDisabled()
  release()
  await page.getByRole('button', { name: 'Add Your Review' }).click()
  await expectToast(page, 'Your Review was Added successfully')

  await page.goto('/')
  await page
    .getByRole('listitem')
    .filter({ hasText: `About ${part.name}` })
    .getByRole('link', { name: part.name })
    .click()

  await expect(page).toHaveURL(new RegExp(part._id))
})

test('who has not bought here is told kindly that the review is read first (72)', async ({ page }) => {
  await enter(page)
  await answerInstead(page, 'POST /reviews', { insertedId: randomUUID(), awaitsRelease: true })
  await page.goto('/dashboard/my-review')
  await page.getByLabel('Description').fill('Good')
  await page.getByRole('button', { name: 'Add Your Review' }).click()

  await expectToast(page, 'Your Review was Added successfully')
  await expectToast(page, 'Thank you. You have not ordered here yet, so we check your review before it is published.')
  await expect(page).toHaveURL('/')
})

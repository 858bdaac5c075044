import {
  addPart,
  enter,
  expect,
  expectToast,
  mailTo,
  newPerson,
  payOrder,
  placeOrder,
  sampleAdmin,
  test,
} from '#tests/support/browser/journey.ts'

test('an admin chooses one mail a day instead of one for each paid order', async ({ page, office }) => {
  await office.goto('/dashboard/profile')
  const mails = office.getByRole('group', { name: 'Mails about paid orders' })
  const choose = async (choice: string) => {
    await mails.getByLabel(choice).check()
    await office.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(office, 'Your choice was saved.')
  }
  await choose('A daily summary of what is waiting to ship')
  await office.reload()
  await expect(mails.getByLabel('A daily summary of what is waiting to ship')).toBeChecked()

  await choose('One for every payment')
  const part = await addPart(office)
  await enter(page, newPerson('Ann Pays'))
  const { number } = await payOrder(page, await placeOrder(page, part))
  await mailTo(sampleAdmin.email, new RegExp(`^Subject: Order ${number} is paid`, 'm'))
})

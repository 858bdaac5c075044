import type { Locator } from '@playwright/test'
import { RESET_EMAIL_TOAST_DELAY_MS } from '#contract/basics/limits.ts'
import {
  enter,
  expect,
  expectToast,
  fillLogin,
  holdBack,
  newPerson,
  register,
  test,
  timerOf,
  toastOf,
  watchCalls,
} from '#tests/support/browser/journey.ts'

test('registration has every field, waits for the terms, syncs the person and says welcome', async ({ page }) => {
  const ann = newPerson('Ann Register')
  const main = page.getByRole('main')
  await page.goto('/register')
  const password = page.getByLabel('Password', { exact: true })
  await expect(page.getByRole('button', { name: 'Register' })).toBeDisabled()
  await expect(main.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  await page.getByLabel('Name', { exact: true }).fill(ann.name)
  await page.getByLabel('Email').fill(ann.email)
  await password.fill(ann.password)
  await page.getByLabel('Confirm Password').fill(ann.password)
  await expect(page.getByRole('checkbox', { name: /terms/ })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Register' })).toBeDisabled()
  await page.getByRole('checkbox', { name: /terms/ }).check()
  await expect(page.getByRole('button', { name: 'Register' })).toBeEnabled()

  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  const calls = watchCalls(page)
  const release = await holdBack(page, '**/api/auth/sign-up/email')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Your Registration Is Processing...', { exact: true })).toBeVisible()
  release()

  await expectToast(page, /^Welcome Ann Register/)
  await expect(page).toHaveURL(/:\d+\/$/)
  expect(calls.slice(0, 2)).toMatchObject([
    { method: 'POST', path: '/auth/sign-up/email', body: { name: ann.name, email: ann.email, password: ann.password } },
    {
      method: 'PUT',
      path: `/user/${encodeURIComponent(ann.email)}`,
      body: { email: ann.email, displayName: ann.name },
    },
  ])
})

test('the login page has every control, tells failures in words, stores the token and says welcome', async ({ page }) => {
  const ann = newPerson('Ann Login')
  await register(page, ann)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await page.goto('/login')
  const main = page.getByRole('main')
  await expect(main.getByText('OR', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Create New Account' })).toHaveAttribute('href', '/register')
  await expect(main.getByRole('button', { name: 'Forgot password?' })).toBeVisible()

  await main.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required')

  await fillLogin(page, { ...ann, password: 'Not-my-pass-1' })
  await expect(main.getByRole('alert')).toHaveText('Email or password is wrong.')

  const granted = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes('/api/user/'))
  const release = await holdBack(page, '**/api/auth/sign-in/email')
  await fillLogin(page, ann)
  await expect(page.getByText('Your Login Is Processing...', { exact: true })).toBeVisible()
  release()

  await expectToast(page, /^Welcome Ann Login/)
  const { token } = (await (await granted).json()) as { token: string }
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe(token)
})

test('Sign Out has ended the session in this browser before the press is over, so that the page may be left at once', async ({ page }) => {
  await register(page, newPerson())

  const left = await page.getByRole('button', { name: 'Sign Out' }).evaluate((button: HTMLButtonElement) => {
    button.click()
    return Object.keys(localStorage)
  })

  expect(left).not.toContain('accessToken')
})

test('Sign Out works on a page whose scripts are still on their way, and nothing of the person stays', async ({ page }) => {
  await enter(page)
  const release = await holdBack(page, '**/*.js')
  const calls = watchCalls(page)
  await page.goto('/', { waitUntil: 'commit' })

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  expect(calls).toEqual([])

  release()
  await expect.poll(() => calls.map(({ method, path }) => `${method} ${path}`)).toContain('POST /auth/sign-out')
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
})

test('the Google button stands under the OR and has an error of its own', async ({ page }) => {
  await page.goto('/login')
  const google = page.getByRole('button', { name: 'Continue With Google' })
  const or = page.getByRole('main').getByText('OR', { exact: true })
  expect((await google.boundingBox())!.y).toBeGreaterThan((await or.boundingBox())!.y)

  const opened = page.waitForEvent('popup')
  await google.click()
  await (await opened).close()

  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/Google/)
})

test('a forgotten password: an empty email is told, the mail is asked for, and four seconds later it counts as sent', async ({ page }) => {
  const ann = newPerson()
  await page.clock.install({ time: '2026-01-31T10:00:00Z' })
  await page.goto('/login')
  const forgot = page.getByRole('button', { name: 'Forgot password?' })
  await forgot.click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Your Email Field is Empty')

  await page.getByLabel('Email').fill(ann.email)
  const release = await holdBack(page, '**/api/auth/request-password-reset')
  // From here on, time passes only by `runFor`.
  await page.clock.pauseAt('2026-01-31T11:00:00Z')
  const expectSoon = (shown: Locator) =>
    expect(async () => {
      await page.clock.runFor(1)
      await expect(shown).toBeVisible({ timeout: 100 })
    }).toPass()
  await forgot.click()
  await expectSoon(page.getByText('Your Forget Password Email Is Sending...', { exact: true }))
  release()

  const sent = toastOf(page, 'Email Send Successfully')
  await expectSoon(toastOf(page, 'Reset Password Email is pending'))
  await page.clock.runFor(RESET_EMAIL_TOAST_DELAY_MS - 500)
  await expect(sent).toBeHidden()
  await page.clock.runFor(1_000)
  await expect(sent).toBeVisible()
})

test('a toast stands at the top right, in light colours, and goes after five seconds', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(newPerson().email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const toast = toastOf(page, 'Reset Password Email is pending')
  await expect(toast).toBeVisible()
  await expect.poll(async () => (await toast.boundingBox())!.x).toBeGreaterThan(page.viewportSize()!.width / 2)
  expect((await toast.boundingBox())!.y).toBeLessThan(page.viewportSize()!.height / 4)
  const background = await toast.evaluate((element) => {
    const box = element.closest('[class*="theme--light"]')
    return box && getComputedStyle(box).backgroundColor
  })
  expect(background).toBe('rgb(255, 255, 255)')

  await setTimer(toast, 4_999)
  await expect(toast).toBeVisible()
  await setTimer(toast, 5_000)
  await expect(toast).toBeHidden()
})

/** This many milliseconds of a toast's time have passed, and its timer is stopped. The browser has rendered that moment by then. */
const setTimer = (toast: Locator, passedMs: number) =>
  timerOf(toast).evaluate(async (bar, time) => {
    for (const animation of bar.getAnimations()) animation.currentTime = time
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }, passedMs)

test('a toast stays for five seconds with reduced motion too, and nothing of it moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/login')
  await page.getByLabel('Email').fill(newPerson().email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()

  const bar = timerOf(toastOf(page, 'Reset Password Email is pending'))
  expect(await bar.evaluate((element) => getComputedStyle(element).animationDuration)).toBe('5s')
  expect(await bar.evaluate((element) => getComputedStyle(element.parentElement!).opacity)).toBe('0')
})

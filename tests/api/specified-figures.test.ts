import { expect, test } from 'vitest'
import { queryClient } from '#app/api/queries.ts'
import { NetworkError } from '#app/api/api-error.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { partDetailWords } from '#app/words/part-detail.ts'
import { signInWords } from '#app/words/sign-in.ts'
import {
  CARD_DESCRIPTION_LENGTH,
  HOME_PARTS,
  HOME_REVIEWS,
  MINIMUM_ORDER,
  PAGE_SIZE,
  PASSWORD_MIN_LENGTH,
  QUANTITY_STEP,
  RATING_SCALE,
  RATING_SLIDER,
  RESET_EMAIL_TOAST_DELAY_MS,
  SESSION,
  TOAST_AUTO_CLOSE_MS,
  TRANSACTION_ID_HIDDEN,
} from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { cardDescription } from '#contract/parts/parts.ts'

test('the constants are those of specification section 9', () => {
  expect({ MINIMUM_ORDER, QUANTITY_STEP, HOME_PARTS, HOME_REVIEWS, PAGE_SIZE, CARD_DESCRIPTION_LENGTH }).toEqual({
    MINIMUM_ORDER: 1_000,
    QUANTITY_STEP: 1_000,
    HOME_PARTS: 6,
    HOME_REVIEWS: 6,
    PAGE_SIZE: 9,
    CARD_DESCRIPTION_LENGTH: 75,
  })
  expect([PASSWORD_MIN_LENGTH, TRANSACTION_ID_HIDDEN]).toEqual([8, 7])
  expect([RATING_SLIDER.min, RATING_SLIDER.max, RATING_SLIDER.initial, RATING_SCALE]).toEqual([10, 50, 50, 10])
  expect([RESET_EMAIL_TOAST_DELAY_MS, TOAST_AUTO_CLOSE_MS]).toEqual([4_000, 5_000])
  expect(SESSION).toMatchObject({
    expiryMarginMs: 30_000,
    refreshMarginMs: 300_000,
    retryFirstMs: 30_000,
    retryMaxMs: 960_000,
    timeoutDesktopMs: 30_000,
    timeoutMobileMs: 60_000,
    popup: { width: 500, height: 600 },
  })
})

test('a description on a card has its first 75 characters, and an ellipsis when something was cut', () => {
  expect(cardDescription('x'.repeat(75))).toBe('x'.repeat(75))
  expect(cardDescription('x'.repeat(76))).toBe(`${'x'.repeat(75)}…`)
})

test.each([
  [0, 'Sold Out'],
  [1, '1 Piece'],
  [2, '2 Pieces'],
  [18_400, '18,400 Pieces'],
])('a stock of %d reads %s', (stock, text) => {
  expect(partDetailWords.stock(stock)).toBe(text)
})

test('what is read is kept for five minutes and asked for three times more, at most 30 s apart', () => {
  const { gcTime, retry, retryDelay } = queryClient.getDefaultOptions().queries!
  const failure = new NetworkError(undefined)

  expect(gcTime).toBe(5 * 60_000)
  if (typeof retry !== 'function' || typeof retryDelay !== 'function') throw new Error('There is no rule for retries')
  expect([0, 1, 2, 3].map((failures) => retry(failures, failure))).toEqual([true, true, true, false])
  expect([0, 1, 2, 4, 5, 20].map((failures) => retryDelay(failures, failure))).toEqual([1_000, 2_000, 4_000, 16_000, 30_000, 30_000])
})

test('the sentences are those of specification sections 2, 4, 5 and 8, to the letter', () => {
  const { orderRemoved, partRemoved, adminGranted, adminRevoked, stockUpdated } = messages
  const { deleteQuestion, shippingQuestion } = dialogWords

  expect(signInWords).toMatchObject({
    loginProcessing: 'Your Login Is Processing...',
    registrationProcessing: 'Your Registration Is Processing...',
    forgetPasswordSending: 'Your Forget Password Email Is Sending...',
  })
  expect(messages).toMatchObject({
    minimumOrder: 'Minimum Order 1000',
    phoneRequired: 'Your Phone number is required',
    addressRequired: 'Your Address is required',
    nameRequired: 'Your Name is required',
    emailRequired: 'Email is required',
    emailInvalid: 'Invalid email address',
    passwordRequired: 'You must specify a password',
    passwordWeak: 'Minimum 8 characters password, upper and lower case and number required',
    confirmRequired: 'You must confirm password',
    confirmDiffers: 'The passwords do not match',
    emailFieldEmpty: 'Your Email Field is Empty',
    ratingRequired: 'Your Rating is required',
    reviewRequired: 'Your Review is required',
    educationRequired: 'Your Education is required',
    partNameRequired: "Part's Name is required",
    partPriceRequired: "Part's Price is required",
    partAvailableRequired: "Part's Available is required",
    partDescriptionRequired: "Part's Description is required",
    partPictureRequired: "Part's Picture is required",
    tryAgainLater: 'PLease try again later',
    partShipped: 'Parts Shipped Successfully',
    reviewAdded: 'Your Review was Added successfully',
    profileUpdated: 'Profile updated successfully',
    profileUnchanged: 'Profile Already updated',
    partAdded: 'Successfully Added A Parts',
    partNotAdded: 'Failed to add a Parts',
    adminNotGranted: 'Failed to make an admin',
    adminNotRevoked: 'Failed to make an user',
    paymentDone: 'Your Transaction Is Completed',
    resetPending: 'Reset Password Email is pending',
    resetSent: 'Email Send Successfully',
    noUser: 'No user is logged in',
  })
  expect([orderRemoved, partRemoved, stockUpdated, deleteQuestion, shippingQuestion].map((say) => say('Board'))).toEqual([
    'Board Your Order has Removed Successfully',
    'Board Your Parts has Removed Successfully',
    'Board Updated successfully',
    'Are You Sure You Want to Delete Board !',
    'Are You Sure You Want to Shipping Board !',
  ])
  expect([adminGranted, adminRevoked].map((say) => say('a@b.example'))).toEqual([
    'Congratulations a@b.example . Now you are an admin',
    'Sorry a@b.example . Now you are an user',
  ])
})

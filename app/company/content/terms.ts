import { HOLD_MINUTES, MINIMUM_ORDER } from '#contract/basics/limits.ts'

type Section = {
  title: string
  paragraphs: string[]
  /** The text of the page about the law that says this, too. */
  alsoIn?: 'delivery' | 'privacy'
}

/** What a customer accepts at registration. Contains only what the shop does. */
export const terms: Section[] = [
  {
    title: 'Who these terms are for',
    paragraphs: [
      'This shop sells manufactured TV parts in bulk to businesses. By registering you confirm that you act for a ' +
        'business and may order in its name. We are the shop whose name stands at the top of this page.',
    ],
  },
  {
    title: 'Your account',
    paragraphs: [
      'Give your own name and an email address that reaches you. Keep your password to yourself: what is ordered ' +
        'with it counts as ordered by you. If you think that somebody else knows it, choose a new one; that signs ' +
        'everybody out.',
      'We may close an account that is used to deceive, to disturb the shop or to break the law.',
    ],
  },
  {
    title: 'Orders and stock',
    paragraphs: [
      `Every order is for one part and at least ${MINIMUM_ORDER} pieces, up to the stock that is shown.`,
      `When you go on to the purchase, the pieces are kept for you for ${HOLD_MINUTES} minutes. If you do not submit ` +
        'the order in that time, they are offered to everyone again. An order is placed when the shop confirms it.',
    ],
  },
  {
    title: 'Prices and payment',
    paragraphs: [
      'Prices are in US dollars for one piece. The price that you see when the pieces are set aside is the one you pay, ' +
        'even if it changes afterwards; the total is rounded to the cent. Taxes and duties that your own country asks ' +
        'for are not part of it.',
      'You pay by card. The card is handled by a payment provider; its number never reaches us. An order is paid ' +
        'when the provider confirms the payment to us, and it is charged once.',
    ],
  },
  {
    title: 'Cancelling',
    paragraphs: [
      'As long as an order is unpaid you can cancel it yourself, at any time and free of charge. A paid order can no ' +
        'longer be cancelled in the shop: write to us as soon as you can, and we will tell you what is still possible.',
      'We may cancel an unpaid order, too. If a payment arrives for an order that has been cancelled, we send the ' +
        'money back to the same card.',
    ],
  },
  {
    title: 'Shipping',
    alsoIn: 'delivery',
    paragraphs: [
      'We ship after the payment has arrived, to the address given with the order, and tell you by email when the ' +
        'parts leave. Please check that the address and the phone number are right before you submit.',
    ],
  },
  {
    title: 'When something is wrong',
    alsoIn: 'delivery',
    paragraphs: [
      'Look at the parts when they arrive. If they are damaged, fewer than ordered or not what was described, write to ' +
        'us soon, with the number of the order and, where it helps, a picture. We will replace the parts or give the ' +
        'money back.',
    ],
  },
  {
    title: 'Reviews',
    paragraphs: [
      'A review is published under your name, for everyone to read; your email address is not shown. Write about ' +
        'what you have seen yourself. We may take down reviews that insult, advertise or break the law.',
    ],
  },
  {
    title: 'What we keep about you, and why',
    alsoIn: 'privacy',
    paragraphs: [
      'Your name, email address and profile, to know whose account it is and to write to you about it.',
      'Your orders with phone number, address and the number of the payment, to deliver them and to account for them.',
      'Your reviews, to show them, and what you write to us, to answer it.',
      'The network address and the browser of each sign-in, and how often something was tried, to keep accounts safe.',
      'We keep no card numbers, and we pass on only what others need to do their part of your order: to take the ' +
        'payment, to deliver the mail, to bring the parts. Write to us to learn what we hold about you, to correct it, ' +
        'or to have removed what no order depends on.',
    ],
  },
  {
    title: 'Liability',
    paragraphs: [
      'We answer for what we promise here and for harm that we cause by intent or gross carelessness, and wherever ' +
        'the law does not let it be limited. For other harm we answer up to the price of the order it comes from, ' +
        'and not for lost profit. The shop can be out of reach at times; that by itself is no breach of these terms.',
    ],
  },
  {
    title: 'Changes',
    paragraphs: [
      'For each order the terms hold that stood here when it was placed. If one of them turns out to be void, the ' +
        'others stay as they are.',
    ],
  },
]

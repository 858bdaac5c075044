import Type from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { requiredText, strictObject } from '../basics/fields.ts'
import { MAX_WEB_ADDRESS } from '../basics/limits.ts'

export const fetchedImageMessages = {
  addressRequired: 'Enter the address of a picture.',
} as const

export const fetchedImageCalls = defineCalls('Images', 'fetchedImages', {
  fetch: {
    method: 'POST',
    path: '/images/from-address',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Fetch a picture from a public web address, and keep it like an uploaded one; a picture of the shop stays as it is',
    body: strictObject({ url: requiredText(MAX_WEB_ADDRESS, fetchedImageMessages.addressRequired) }),
    response: Type.Object({ url: Type.String() }),
  },
})

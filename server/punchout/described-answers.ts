import Type from 'typebox'

const Page = Type.String({ description: 'A page (text/html)', examples: ['<!doctype html><title>…</title>'] })
const Message = Type.String({
  description: 'A message of cXML 1.2',
  examples: ['<cXML payloadID="…" timestamp="…"><Response>…</Response></cXML>'],
})

/** Answers of punch-out in the API document: browsers and procurement systems get no JSON, not even in refusals. */
export const answersPages = { produces: ['text/html'], response: { 200: Page, '4xx': Page } }
export const answersMessages = { produces: ['text/xml'], response: { 200: Message, '4xx': Message } }

import { randomUUID } from 'node:crypto'
import type { Settings } from '../../platform/settings/settings.ts'

export type Xml = { markup: string }

/** Escapes all values, except `Xml`. Characters that XML 1.0 cannot have are left out. */
export function xml(strings: TemplateStringsArray, ...values: (string | number | Xml | Xml[])[]): Xml {
  return { markup: String.raw({ raw: strings }, ...values.map(markupOf)) }
}

function markupOf(value: string | number | Xml | Xml[]): string {
  if (Array.isArray(value)) return value.map(({ markup }) => markup).join('')
  if (typeof value === 'object') return value.markup
  return String(value)
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A whole document around `body`, with a payload id that no other has. */
export function cxmlDocument({ shopUrl }: Pick<Settings, 'shopUrl'>, body: Xml): string {
  const payloadId = `${randomUUID()}@${new URL(shopUrl).hostname}`
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.014/cXML.dtd">
<cXML payloadID="${payloadId}" timestamp="${new Date().toISOString()}" xml:lang="en-US">${body}</cXML>
`.markup
}

/** Status codes of cXML 1.2 that the shop answers with, and their names. */
export const cxmlStatus = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  406: 'Not Acceptable',
  409: 'Conflict',
  450: 'Not Implemented',
  500: 'Internal Server Error',
  560: 'Temporary server error',
} as const
export type CxmlStatus = keyof typeof cxmlStatus

export const statusElement = (code: CxmlStatus, sentence = '') =>
  xml`<Status code="${code}" text="${cxmlStatus[code]}">${sentence}</Status>`

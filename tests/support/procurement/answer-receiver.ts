import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { XMLParser } from 'fast-xml-parser'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
  isArray: (name) => ['ConfirmationItem', 'ConfirmationStatus'].includes(name),
})

/** What fast-xml-parser makes of a document. */
export type Parsed = { [name: string]: Parsed } & { [index: number]: Parsed }

/** The part of a procurement system that takes answers to purchase orders, on loopback. */
export type AnswerReceiver = {
  url: string
  /** The documents that arrived, in their order. */
  received: { document: string; cXML: Parsed }[]
  /** Handles a document; by default it takes it. */
  answer: (response: ServerResponse) => void
  close(): Promise<void>
}

/** A Response with this status, as procurement systems send it. */
export const responseWith = (code: number) =>
  `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.014/cXML.dtd"><cXML payloadID="1@buyer.example.com" timestamp="2026-11-25T10:00:00+00:00"><Response><Status code="${code}" text="any"/></Response></cXML>`

export async function openAnswerReceiver(): Promise<AnswerReceiver> {
  const http = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const document = Buffer.concat(chunks).toString()
      receiver.received.push({ document, cXML: (parser.parse(document) as { cXML: Parsed }).cXML })
      receiver.answer(response)
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const receiver: AnswerReceiver = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/cxml`,
    received: [],
    answer: takeIt,
    async close() {
      http.close()
      http.closeAllConnections()
      await once(http, 'close')
    },
  }
  return receiver
}

export const takeIt = (response: ServerResponse) => void response.writeHead(200, { 'content-type': 'text/xml' }).end(responseWith(200))

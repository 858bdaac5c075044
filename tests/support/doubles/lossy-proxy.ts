import { request as httpRequest, type OutgoingHttpHeaders, type RequestListener } from 'node:http'
import { openFaultyServer } from './faulty-server.ts'

/** What becomes of one request for a file: an error answer, an answer that breaks off, or one that comes after a moment of the test. */
export type Loss = { status: number; headers?: OutgoingHttpHeaders } | 'broken off' | Promise<void>

export type LossyProxy = {
  url: string
  /** The next requests for addresses like this are lost in these ways, in order; with `always` the last way goes on. */
  lose(address: RegExp, losses: Loss[], options?: { always?: boolean }): void
  /** No request is lost any more. */
  recover(): void
  /** From now on no request gets an answer, until the network is back. */
  setReachable(isReachable: boolean): void
  /** How many requests for addresses like this have come. */
  count(address: RegExp): number
  /** How many documents browsers have loaded. */
  documents(): number
  close(): Promise<void>
}

/** Stands between a browser and a shop and loses some of what is asked for, below anything that a page could notice. */
export async function openLossyProxy(shopUrl: string): Promise<LossyProxy> {
  const rules: { address: RegExp; losses: Loss[]; always: boolean }[] = []

  function nextLoss(url: string): Loss | undefined {
    const rule = rules.find(({ address, losses }) => address.test(url) && losses.length > 0)
    return rule?.always && rule.losses.length === 1 ? rule.losses[0] : rule?.losses.shift()
  }

  const listener: RequestListener = async (request, response) => {
    const loss = nextLoss(request.url ?? '')
    if (loss === 'broken off') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': '1000' })
      return void response.write('export ', () => request.socket.destroy())
    }
    if (loss instanceof Promise) await loss
    else if (loss) return void response.writeHead(loss.status, { 'content-type': 'text/plain', ...loss.headers }).end('lost')
    // Forms are accepted from the shop's own pages alone.
    const headers = { ...request.headers, ...(request.headers.origin && { origin: shopUrl }) }
    const passedOn = httpRequest(`${shopUrl}${request.url}`, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passedOn.on('error', () => response.destroy())
    response.on('close', () => passedOn.destroy())
    request.pipe(passedOn)
  }

  const server = await openFaultyServer(listener)
  const { url, requests, close } = server
  return {
    url,
    lose: (address, losses, { always = false } = {}) => void rules.push({ address, losses: [...losses], always }),
    recover: () => void rules.splice(0),
    setReachable: (isReachable) => void (server.always = isReachable ? undefined : 'reset'),
    count: (address) => requests.filter((request) => address.test(request.url)).length,
    documents: () => requests.filter(({ headers }) => headers['sec-fetch-dest'] === 'document').length,
    close,
  }
}

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'

/**
 * Shows each request of the network to `answer` before anybody else sees it: true says that it is being answered. Who asks
 * for this last is asked first. Requests that are injected come past it.
 */
export function answerInFront(server: Server, answer: (request: IncomingMessage, response: ServerResponse) => boolean): void {
  const ordinaryWay = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answer(request, response)) for (const next of ordinaryWay) next.call(server, request, response)
  })
}

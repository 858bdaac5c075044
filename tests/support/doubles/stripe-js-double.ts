import type { Page } from '@playwright/test'
import type { StripeDouble } from './stripe-double.ts'

/** Faults of the browser's connections. */
export type StripeOnPage = {
  /** Requests of the browser to Stripe's hosts, in order. */
  asked: string[]
  /** `js.stripe.com` does not answer any more. */
  block(): Promise<void>
  unblock(): Promise<void>
}

/**
 * Replaces Stripe's hosts for one page: the library that the shop loads, the frames that it opens, and the API behind, which is the
 * double's on loopback. The page's security policy still applies, so that it blocks other requests.
 */
export async function playStripe(page: Page, { url }: StripeDouble): Promise<StripeOnPage> {
  const asked: string[] = []
  const html = (body: string) => ({ contentType: 'text/html', body: `<!doctype html><title>Stripe</title>${body}` })
  page.on('request', (request) => {
    if (new URL(request.url()).hostname.endsWith('.stripe.com')) asked.push(request.url())
  })
  await page.route('https://js.stripe.com/**', (route) => {
    const isLibrary = new URL(route.request().url()).pathname === '/endive/stripe.js'
    return route.fulfill(isLibrary ? { contentType: 'text/javascript', body: `(${installStripe.toString()})()` } : html(CARD_FIELD))
  })
  await page.route('https://hooks.stripe.com/**', (route) => route.fulfill(html(SECOND_STEP)))
  await page.route('https://api.stripe.com/**', async (route) => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const answer = await fetch(`${url}${pathname}${search}`, {
      method: request.method(),
      headers: { authorization: request.headers()['authorization'] ?? '', 'content-type': 'application/x-www-form-urlencoded' },
      ...(request.method() === 'POST' && { body: request.postData() ?? '' }),
    })
    await route.fulfill({
      status: answer.status,
      headers: { 'access-control-allow-origin': '*' },
      contentType: 'application/json',
      body: await answer.text(),
    })
  })
  const blockade = 'https://js.stripe.com/**'
  const refuse = (route: { abort(): Promise<void> }) => route.abort()
  return {
    asked,
    block: async () => void (await page.route(blockade, refuse)),
    unblock: () => page.unroute(blockade, refuse),
  }
}

/** The Payment Element in its frame: the input is passed to the library alone. */
const CARD_FIELD = `
  <input placeholder="Card number" aria-label="Card number" size="20">
  <input placeholder="MM / YY" aria-label="Expiration" size="7">
  <input placeholder="CVC" aria-label="CVC" size="4">
  <script>
    const inputs = [...document.querySelectorAll('input')]
    const tell = (message) => parent.postMessage({ from: 'card', ...message }, '*')
    for (const input of inputs) {
      input.onfocus = () => tell({ kind: 'focus' })
      input.onblur = () => tell({ kind: 'blur' })
      input.oninput = () => tell({ kind: 'change' })
    }
    addEventListener('message', () => tell({ kind: 'card', values: inputs.map((input) => input.value) }))
    tell({ kind: 'ready' })
  </script>`

const SECOND_STEP = `
  <h1>Your bank</h1><button>Complete</button><button>Fail</button>
  <script>
    for (const button of document.querySelectorAll('button')) {
      button.onclick = () => parent.postMessage({ from: 'bank', outcome: button.textContent.toLowerCase() }, '*')
    }
  </script>`

/** Runs in the page, like Stripe's own library: it cannot access anything of this file. */
function installStripe() {
  type Message = { from: string; kind?: string; values?: string[]; outcome?: string }
  type Answer = { error?: { type: string; message: string } } & Record<string, unknown>
  type Handler = (event: unknown) => void

  const nextMessage = (isMeant: (message: Message) => boolean) =>
    new Promise<Message>((resolve) => {
      const listen = ({ data }: MessageEvent<Message>) => {
        if (!isMeant(data)) return
        removeEventListener('message', listen)
        resolve(data)
      }
      addEventListener('message', listen)
    })

  const openFrame = (src: string, place: Element) => {
    const frame = document.createElement('iframe')
    frame.src = src
    frame.name = `__privateStripeFrame${document.querySelectorAll('iframe').length}`
    frame.title = 'Secure card payment input frame'
    frame.style.setProperty('border', 'none')
    frame.style.setProperty('width', '100%')
    frame.style.setProperty('height', '2rem')
    place.append(frame)
    return frame
  }

  const createPaymentElement = () => {
    const handlers = new Map<string, Set<Handler>>()
    let frame: HTMLIFrameElement | undefined
    const emit = (name: string, event?: unknown) => handlers.get(name)?.forEach((handler) => handler(event))
    addEventListener('message', ({ data, source }: MessageEvent<Message>) => {
      if (data.from !== 'card' || source !== frame?.contentWindow || data.kind === 'card') return
      emit(data.kind ?? '', { elementType: 'payment' })
    })
    return {
      mount: (place: Element) => void (frame = openFrame('https://js.stripe.com/double/card.html', place)),
      on: (name: string, handler: Handler) => void handlers.set(name, (handlers.get(name) ?? new Set()).add(handler)),
      off: (name: string, handler: Handler) => void handlers.get(name)?.delete(handler),
      update: () => {},
      destroy: () => frame?.remove(),
      async read() {
        const answer = nextMessage(({ kind }) => kind === 'card')
        frame?.contentWindow?.postMessage('read', '*')
        return (await answer).values ?? []
      },
    }
  }

  const create = (key: string) => {
    const ask = async (method: string, path: string, params: Record<string, string>): Promise<Answer> => {
      const form = new URLSearchParams(params)
      const query = method === 'GET' ? `?${form}` : ''
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' }
      try {
        const answer = await fetch(`https://api.stripe.com/v1/${path}${query}`, {
          method,
          headers,
          ...(!query && { body: form.toString() }),
        })
        return (await answer.json()) as Answer
      } catch {
        return { error: { type: 'api_connection_error', message: 'We are experiencing issues connecting to our payments provider.' } }
      }
    }
    const intentPath = (secret: string) => `payment_intents/${secret.split('_secret_')[0]}`
    const asIntent = (answer: Answer) => (answer.error ? { error: answer.error } : { paymentIntent: answer })

    return {
      elements(options: Record<string, unknown>) {
        const { mode, currency, amount, allowedPaymentMethodTypes, paymentMethodCreation } = options
        const isCardOnly =
          JSON.stringify([mode, currency, allowedPaymentMethodTypes, paymentMethodCreation]) === '["payment","usd",["card"],"manual"]'
        if (!isCardOnly || !Number.isInteger(amount)) throw new Error('The Payment Element takes cards alone here')
        const elements = new Map<string, ReturnType<typeof createPaymentElement>>()
        const number = async () => ((await elements.get('payment')?.read())?.[0] ?? '').replaceAll(' ', '')
        return {
          create(type: string, settings: { wallets?: Record<string, string> } = {}) {
            const isOffered = ['applePay', 'googlePay', 'link'].some((wallet) => settings.wallets?.[wallet] !== 'never')
            if (type !== 'payment' || isOffered) throw new Error('The Payment Element offers no wallet here')
            const element = createPaymentElement()
            elements.set(type, element)
            return element
          },
          getElement: (type: string | { __elementType: string }) =>
            elements.get(typeof type === 'string' ? type : type.__elementType) ?? null,
          update: () => {},
          async submit() {
            if ((await number()).length >= 16) return { selectedPaymentMethod: 'card' }
            return { error: { type: 'validation_error', message: 'Your card number is incomplete.' } }
          },
          read: async () => (await elements.get('payment')?.read()) ?? [],
        }
      },
      createToken: () => {},
      confirmCardPayment: () => {},
      async createPaymentMethod(data: {
        elements: { read(): Promise<string[]> }
        params: { billing_details: { name: string; email: string } }
      }) {
        const [number = '', date = '', cvc = ''] = await data.elements.read()
        const [month = '', year = ''] = date.split('/')
        const { name, email } = data.params.billing_details
        const answer = await ask('POST', 'payment_methods', {
          type: 'card',
          'card[number]': number,
          'card[exp_month]': month.trim(),
          'card[exp_year]': year.trim(),
          'card[cvc]': cvc,
          'billing_details[name]': name,
          'billing_details[email]': email,
        })
        return answer.error ? { error: answer.error } : { paymentMethod: answer }
      },
      async confirmPayment({ clientSecret: secret, confirmParams }: { clientSecret: string; confirmParams: { payment_method: string } }) {
        const confirmed = await ask('POST', `${intentPath(secret)}/confirm`, { client_secret: secret, ...confirmParams })
        if (confirmed['status'] !== 'requires_action') return asIntent(confirmed)
        const frame = openFrame('https://hooks.stripe.com/double/second-step.html', document.body)
        const { outcome = '' } = await nextMessage(({ from }) => from === 'bank')
        frame.remove()
        return asIntent(await ask('POST', `${intentPath(secret)}/act`, { client_secret: secret, outcome }))
      },
      retrievePaymentIntent: async (secret: string) => asIntent(await ask('GET', intentPath(secret), { client_secret: secret })),
      _registerWrapper: () => {},
      registerAppInfo: () => {},
    }
  }

  Object.assign(window, { Stripe: Object.assign(create, { version: 'endive' }) })
}

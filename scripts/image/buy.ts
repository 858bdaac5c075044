import { sampleAccounts } from '#server/run/startup/sample-accounts.ts'
import { REQUEST_LIMIT_MS } from './podman.ts'

type Part = { _id: string; name: string; img: string; price: number; available: number }
type Order = { _id: string; totalPrice: number; paid: boolean }

const PIECES = 1_000

/** The sample customer of a trial shop buys pieces of its first part and pays by card. Returns whether the shop says that the order is paid. */
export async function buy(url: string): Promise<boolean> {
  const { email, password } = sampleAccounts.customer
  let cookie = ''
  let token = ''
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} is answered with ${answer.status}: ${text}`)
    cookie ||= answer.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ')
    return JSON.parse(text) as T
  }

  await call('POST', '/auth/sign-in/email', { email, password })
  ;({ token } = await call<{ token: string }>('PUT', `/user/${email}`, { email }))
  const [part] = await call<Part[]>('GET', '/allParts')
  if (!part) throw new Error('The trial shop has no part.')
  await call('PUT', `/inventory/${part._id}`, { restAvailable: { available: part.available - PIECES }, userInfo: { email } })
  const { _id: id } = await call<Order>('POST', '/inventory', {
    orderItem: {
      img: part.img,
      name: part.name,
      totalPrice: part.price * PIECES,
      email,
      orderQuantity: PIECES,
      phone: '+49 30 1234567',
      displayName: 'Sample Customer',
      address: 'Dock Road 1, 20457 Hamburg',
    },
    userInfo: { email },
  })
  const order = await call<Order>('GET', `/order/${id}`)
  const { clientSecret } = await call<{ clientSecret: string }>('POST', '/create-payment-intent', { totalPrice: order.totalPrice })
  const card = await call<{ id: string }>('POST', '/sandbox/payment-methods', {
    number: '4242424242424242',
    expMonth: 12,
    expYear: 2034,
    cvc: '123',
    billing: { name: 'Sample Customer', email },
  })
  const intent = clientSecret.split('_secret_')[0]!
  await call('POST', `/sandbox/payment-intents/${intent}/confirm`, { clientSecret, paymentMethod: card.id })
  await call('PUT', `/order/${id}`, { order, transactionId: intent })
  const orders = await call<Order[]>('GET', `/order?customer=${encodeURIComponent(email)}`)
  return orders.some(({ _id, paid }) => _id === id && paid)
}

import { EMAIL_PATTERN } from '#contract/fields.ts'
import { isWebAddress, type Variables } from './variables.ts'

/** Outside services: each has a built-in part that works offline, and a real one that its variables choose. */
export type ServiceSettings = {
  payments:
    | { provider: 'sandbox' }
    | {
        provider: 'stripe'
        secretKey: string
        publishableKey: string
        /** The first is the current one; two while it is being changed. */
        webhookSecrets: readonly [string, ...string[]]
        /** Another address of Stripe's API, for tests. */
        apiUrl: string | undefined
      }
  mail: { transport: 'folder' } | { transport: 'smtp'; url: string; from: string }
  pictures:
    | { store: 'folder' }
    | { store: 's3'; endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string; publicUrl: string }
    | { store: 'host'; url: string; key: string; keyName: string }
  /** Issuers for signing in without a password here; none by default. */
  google: { clientId: string; clientSecret: string } | undefined
  oidc: { name: string; issuer: string; clientId: string; clientSecret: string } | undefined
}

/** Reads what belongs to outside services; half-given ones are noted as problems. */
export function readServices(variables: Variables): ServiceSettings {
  return {
    payments: readPayments(variables),
    mail: readMail(variables),
    pictures: readPictures(variables),
    google: readGoogle(variables),
    oidc: readOidc(variables),
  }
}

function readPayments(variables: Variables): ServiceSettings['payments'] {
  const stripe = variables.together(['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
  if (!stripe) return { provider: 'sandbox' }
  if (!/^(sk|rk)_/.test(stripe.STRIPE_SECRET_KEY)) variables.problem('STRIPE_SECRET_KEY begins with sk_ or rk_.')
  if (!stripe.STRIPE_PUBLISHABLE_KEY.startsWith('pk_')) variables.problem('STRIPE_PUBLISHABLE_KEY begins with pk_.')
  const [current = '', ...older] = variables.list('STRIPE_WEBHOOK_SECRET')
  for (const secret of [current, ...older]) {
    if (!secret.startsWith('whsec_')) variables.problem('STRIPE_WEBHOOK_SECRET begins with whsec_; two are separated by a comma.')
  }
  const apiUrl = variables.read('STRIPE_API_URL')
  if (apiUrl && !isWebAddress(apiUrl, 'origin only')) variables.problem('STRIPE_API_URL is an http or https address without a path.')
  return {
    provider: 'stripe',
    secretKey: stripe.STRIPE_SECRET_KEY,
    publishableKey: stripe.STRIPE_PUBLISHABLE_KEY,
    webhookSecrets: [current, ...older],
    apiUrl,
  }
}

function readMail(variables: Variables): ServiceSettings['mail'] {
  const smtp = variables.together(['SMTP_URL', 'MAIL_FROM'])
  if (!smtp) return { transport: 'folder' }
  if (!/^smtps?:\/\//.test(smtp.SMTP_URL)) variables.problem('SMTP_URL begins with smtp:// or smtps://.')
  if (!new RegExp(EMAIL_PATTERN).test(smtp.MAIL_FROM)) variables.problem('MAIL_FROM is not an email address.')
  return { transport: 'smtp', url: smtp.SMTP_URL, from: smtp.MAIL_FROM }
}

function readPictures(variables: Variables): ServiceSettings['pictures'] {
  const s3 = variables.together(['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  const host = variables.together(['IMAGE_HOST_URL', 'IMAGE_HOST_KEY'])
  if (s3 && host) variables.problem('Pictures go to S3_... or to IMAGE_HOST_..., not to both.')
  if (s3) {
    if (!isWebAddress(s3.S3_ENDPOINT, 'with path')) variables.problem('S3_ENDPOINT is an http or https address.')
    const publicUrl = variables.read('S3_PUBLIC_URL') ?? ''
    if (publicUrl && !isWebAddress(publicUrl, 'with path')) variables.problem('S3_PUBLIC_URL is an http or https address.')
    return {
      store: 's3',
      endpoint: s3.S3_ENDPOINT,
      region: variables.read('S3_REGION') ?? 'us-east-1',
      bucket: s3.S3_BUCKET,
      accessKeyId: s3.S3_ACCESS_KEY_ID,
      secretAccessKey: s3.S3_SECRET_ACCESS_KEY,
      publicUrl,
    }
  }
  if (!host) return { store: 'folder' }
  if (!isWebAddress(host.IMAGE_HOST_URL, 'with path')) variables.problem('IMAGE_HOST_URL is an http or https address.')
  return { store: 'host', url: host.IMAGE_HOST_URL, key: host.IMAGE_HOST_KEY, keyName: variables.read('IMAGE_HOST_KEY_NAME') ?? 'key' }
}

function readGoogle(variables: Variables): ServiceSettings['google'] {
  const google = variables.together(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  return google && { clientId: google.GOOGLE_CLIENT_ID, clientSecret: google.GOOGLE_CLIENT_SECRET }
}

function readOidc(variables: Variables): ServiceSettings['oidc'] {
  const oidc = variables.together(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])
  if (!oidc) return undefined
  if (!isWebAddress(oidc.OIDC_ISSUER, 'with path')) {
    variables.problem('OIDC_ISSUER is an http or https address.')
    return undefined
  }
  return {
    name: variables.read('OIDC_NAME') ?? new URL(oidc.OIDC_ISSUER).host,
    issuer: oidc.OIDC_ISSUER.replace(/\/+$/, ''),
    clientId: oidc.OIDC_CLIENT_ID,
    clientSecret: oidc.OIDC_CLIENT_SECRET,
  }
}

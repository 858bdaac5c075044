import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { ServiceSettings } from '../platform/settings/services.ts'
import { askExternal, PATIENCE, type Answer, type Patience } from './ask-external.ts'
import { pictureFiles, type FileStore, type ImageStore } from './image-store.ts'
import { rememberPictures } from './remember-pictures.ts'
import { StoreUnavailable } from './store-unavailable.ts'

export type S3Settings = Extract<ServiceSettings['pictures'], { store: 's3' }>

/** Each call is idempotent: a key never gets other bytes. */
const ATTEMPTS = 3
/** Far above the largest picture that we store. */
const MAX_BYTES = 32 * 1024 * 1024
/** Memory for recently read pictures. */
const REMEMBERED_BYTES = 32 * 1024 * 1024

/**
 * Pictures in a bucket of any S3-compatible store. The shop fetches and serves them from a cache; with a public address of
 * the bucket it redirects browsers there instead.
 */
export function s3ImageStore(settings: S3Settings, patience: Patience = PATIENCE): ImageStore {
  const store = pictureFiles(s3Files(settings, patience))
  const { publicUrl } = settings
  if (publicUrl) return { ...store, read: async (key) => publicAddress(publicUrl, key) }
  return rememberPictures(store, REMEMBERED_BYTES)
}

/** The public address of a file of the bucket. */
export const publicAddress = (publicUrl: string, key: string) => new URL(`${publicUrl.replace(/\/+$/, '')}/${key}`)

/**
 * A bucket, addressed by path (endpoint/bucket/key), which AWS, MinIO and R2 all support. Requests are signed with
 * Signature Version 4 over their bytes, so that the store refuses bytes damaged in transit.
 * @throws StoreUnavailable from every call, with the store's own error code in its reason.
 */
export function s3Files(settings: S3Settings, patience: Patience = PATIENCE): FileStore {
  const { accessKeyId, secretAccessKey, region } = settings
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const bucket = `${settings.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(settings.bucket)}`

  const ask = (method: string, key: string, bytes?: Buffer): Promise<Answer> =>
    askExternal('the S3 store', () => signer.sign(`${bucket}/${key}`, { method, ...contentOf(key, bytes) }), {
      ...patience,
      attempts: ATTEMPTS,
      maxBytes: MAX_BYTES,
    })

  return {
    async write(key, bytes) {
      const answer = await ask('PUT', key, bytes)
      if (answer.status !== 200) throw refused('writing', answer)
    },
    async read(key) {
      const answer = await ask('GET', key)
      if (answer.status === 404 && errorCode(answer) !== 'NoSuchBucket') return undefined
      if (answer.status !== 200) throw refused('reading', answer)
      return answer.body
    },
    async remove(key) {
      const answer = await ask('DELETE', key)
      if (answer.status !== 204 && answer.status !== 200 && answer.status !== 404) throw refused('removing', answer)
    },
  }
}

function contentOf(key: string, bytes: Buffer | undefined): RequestInit {
  const sha256 = createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')
  if (!bytes) return { headers: { 'x-amz-content-sha256': sha256 } }
  return {
    body: new Uint8Array(bytes),
    headers: {
      'x-amz-content-sha256': sha256,
      'content-type': key.endsWith('.webp') ? 'image/webp' : 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  }
}

/** S3's error code, such as NoSuchBucket; nothing else of the answer, because it repeats the request. */
const errorCode = ({ body }: Answer): string | undefined => /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(body.toString('utf8'))?.[1]

function refused(doing: string, answer: Answer): StoreUnavailable {
  const code = errorCode(answer)
  const named = code ? ` ${code}${adviceOn(code)}` : ''
  return new StoreUnavailable(`the S3 store answered ${doing} with ${answer.status}${named}`)
}

/** The usual cause, by the name of its variable. */
function adviceOn(code: string): string {
  const advice: Record<string, string> = {
    InvalidAccessKeyId: 'the store does not know S3_ACCESS_KEY_ID',
    SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID',
    AuthorizationHeaderMalformed: 'S3_REGION is not the region of the bucket',
    PermanentRedirect: 'S3_ENDPOINT or S3_REGION is not that of the bucket',
    NoSuchBucket: 'there is no S3_BUCKET of this name',
    AccessDenied: 'this key may not do that in S3_BUCKET',
    RequestTimeTooSkewed: "this machine's clock is wrong",
  }
  return advice[code] ? `: ${advice[code]}` : ''
}

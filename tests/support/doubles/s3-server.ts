import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js'
import { openFaultyServer, type FaultyServer } from './faulty-server.ts'

/** An account of the server; the secret is unique. */
export const s3Account = { accessKeyId: 'CANARYACCESSKEY', secretAccessKey: 'CANARY/SECRET+KEY/0123456789' } as const

export type S3Server = FaultyServer & {
  bucket: string
  /** Variables that make a shop store its pictures here. */
  env: Record<'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string>
  /** Keys of everything in the bucket. */
  keys(): Promise<string[]>
}

/** A real S3 server on loopback, which checks signatures, with faults on demand. */
export async function openS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'teleforge-s3-'))
  const bucket = 'pictures'
  DUMMY_ACCOUNT.createKeyPair(s3Account.accessKeyId, s3Account.secretAccessKey)
  const s3 = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    allowMismatchedSignatures: false,
    configureBuckets: [{ name: bucket }],
  })
  await s3.configureBuckets()
  const server = await openFaultyServer(s3.callback())
  const stop = server.close
  return Object.assign(server, {
    bucket,
    env: {
      S3_ENDPOINT: server.url,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: s3Account.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Account.secretAccessKey,
    },
    async keys() {
      const files = await readdir(join(directory, bucket), { recursive: true })
      return files.filter((file) => file.endsWith('._S3rver_object')).map((file) => file.replace('._S3rver_object', ''))
    },
    async close() {
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  })
}

import { randomBytes } from 'node:crypto'
import type { Settings } from '../platform/settings/settings.ts'
import { askExternal, PATIENCE } from './ask-external.ts'
import { imageHost } from './image-host.ts'
import { folderFiles, pictureFolder, type FileStore } from './image-store.ts'
import { publicAddress, s3Files } from './s3-store.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** One grey pixel as WebP. */
const PIXEL = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAABQAQCdASoBAAEAAUAmJaQABHQAAORAAAA=', 'base64')

const PROBE_MAX_BYTES = 64 * 1024

/**
 * Checks the store of pictures: writes a probe, reads it back, also from the public address if browsers use one, and
 * removes it. Returns one line on what is wrong, or undefined. An image host gets a picture of one pixel, which stays
 * there, because hosts have no call to remove one.
 */
export async function checkPictures(settings: Pick<Settings, 'pictures' | 'dataDir'>): Promise<string | undefined> {
  const { pictures } = settings
  try {
    const probe = { key: `probe-${randomBytes(8).toString('hex')}.webp`, bytes: PIXEL }
    if (pictures.store === 'host') await imageHost(pictures).keep({ name: probe.key, files: [probe] })
    if (pictures.store === 'folder') await tryOut(folderFiles(pictureFolder(settings.dataDir)), probe)
    if (pictures.store === 's3') await tryOut(s3Files(pictures), probe, pictures.publicUrl)
    return undefined
  } catch (error) {
    if (error instanceof StoreUnavailable) return `${error.reason.charAt(0).toUpperCase()}${error.reason.slice(1)}.`
    throw error
  }
}

type Probe = { key: string; bytes: Buffer }

async function tryOut(files: FileStore, { key, bytes }: Probe, publicUrl = ''): Promise<void> {
  await files.write(key, bytes)
  try {
    if (!(await files.read(key))?.equals(bytes)) throw new StoreUnavailable('what was written is read back differently')
    if (publicUrl) await readPublicly(publicAddress(publicUrl, key), bytes)
  } finally {
    await files.remove(key)
  }
}

async function readPublicly(address: URL, bytes: Buffer): Promise<void> {
  const limits = { ...PATIENCE, attempts: 2, maxBytes: PROBE_MAX_BYTES }
  const { status, body } = await askExternal('S3_PUBLIC_URL', async () => new Request(address), limits)
  if (status !== 200) {
    throw new StoreUnavailable(`S3_PUBLIC_URL answered with ${status}: the bucket's files are not public there`)
  }
  if (!body.equals(bytes)) throw new StoreUnavailable('S3_PUBLIC_URL shows something else than S3_BUCKET')
}

import { zipSync } from 'fflate'
import { beforeEach, expect, test, vi } from 'vitest'
import { UnclearPictures, uploadPictures } from './upload-pictures.ts'

const sent = vi.hoisted(() => [] as string[])
vi.mock('#app/api/api.ts', () => ({
  callApi: vi.fn(),
  uploadImage: async (picture: Blob) => {
    sent.push(await picture.text())
    return { data: { url: `/images/${await picture.text()}.webp` } }
  },
}))
beforeEach(() => sent.splice(0))

const zip = (files: Record<string, string>) =>
  new File([zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)])))], 'all.zip')
const upload = async (files: Record<string, string>, pictures: string[]) =>
  Object.fromEntries(await uploadPictures(zip(files), new Set(pictures), { onProgress: () => {}, signal: new AbortController().signal }))

test('pictures of the same name in two folders go to the rows that name the folders', async () => {
  expect(await upload({ 'P1/front.png': 'one', 'P2/front.png': 'two' }, ['P1/front.png', 'P2/front.png'])).toEqual({
    'P1/front.png': '/images/one.webp',
    'P2/front.png': '/images/two.webp',
  })
})

test('a name that stands in two folders is told before anything is uploaded', async () => {
  const files = { 'P1/front.png': 'one', 'P2/front.png': 'two', 'back.png': 'back' }

  await expect(upload(files, ['back.png', 'front.png'])).rejects.toEqual(new UnclearPictures(['front.png']))
  expect(sent).toEqual([])
})

test('a picture of several rows is uploaded once', async () => {
  expect(await upload({ 'all/front.png': 'one' }, ['front.png', 'all/front.png', 'side.png'])).toEqual({
    'front.png': '/images/one.webp',
    'all/front.png': '/images/one.webp',
  })
  expect(sent).toEqual(['one'])
})

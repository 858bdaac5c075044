import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { findFiles } from './find-files.ts'
import { listArchive } from './list-archive.ts'

/** Archives of these paths, each with a content of its own, or with that after '='. */
const filesOf = (paths: string[]) =>
  listArchive(
    zipSync(
      Object.fromEntries(
        paths.map((written) => {
          const [path = '', content = path] = written.split('=')
          return [path, new TextEncoder().encode(content)]
        }),
      ),
    ),
  )

test.each<[string, string[], Record<string, string | undefined>]>([
  ['each path its own file', ['P1/front.png', 'P2/front.png'], { 'P1/front.png': 'P1/front.png', 'P2\\front.png': 'P2/front.png' }],
  ['a path below another folder', ['all/P1/front.png', 'all/P2/front.png'], { 'P1/front.png': 'all/P1/front.png' }],
  ['the whole path before its end', ['P1/front.png', 'old/P1/front.png'], { 'P1/front.png': 'P1/front.png' }],
  ['a name that stands once', ['P1/front.png', 'P2/back.png'], { 'front.png': 'P1/front.png', 'BACK.PNG': 'P2/back.png' }],
  ['a path that the archive lacks by a name that stands once', ['pictures/1.webp'], { '/images/1.webp': 'pictures/1.webp' }],
  ['no name in several folders', ['P1/front.png', 'P2/front.png'], { 'front.png': undefined }],
  ['a file beside the folders by its path', ['front.png', 'P2/front.png'], { './front.png': 'front.png', 'front.png': undefined }],
  ['no file for two paths', ['front.png'], { 'P1/front.png': undefined, 'P2/front.png': undefined }],
  ['no file of another folder', ['P1/front.png', 'P2/front.png'], { 'P3/front.png': undefined }],
  ['equal files as one', ['P1/front.png=x', 'P2/front.png=x'], { 'front.png': 'P2/front.png' }],
])('finds %s', (_, paths, asked) => {
  const { found, unclear } = findFiles(filesOf(paths), Object.keys(asked))

  expect(Object.fromEntries(Object.keys(asked).map((name) => [name, found.get(name)?.path]))).toEqual(asked)
  expect(unclear).toEqual(Object.keys(asked).filter((name) => asked[name] === undefined))
})

test('what the archive does not have is neither found nor unclear', () => {
  expect(findFiles(filesOf(['front.png', '__MACOSX/._back.png']), ['back.png', ''])).toEqual({ found: new Map(), unclear: [] })
})

import { expect, test } from 'vitest'
import { picturesOf, withPictures } from './picture-cells.ts'

const cells = {
  name: 'Board',
  img: ' front.png ',
  pictures: 'back.png The back.png side\n https://example.com/a.webp\n/images/1.webp Label',
}

test('all pictures of a row are found, at the beginnings of lines', () => {
  expect(picturesOf(cells)).toEqual(['front.png', 'back.png', 'https://example.com/a.webp', '/images/1.webp'])
  expect(picturesOf({ name: 'Board', pictures: '-' })).toEqual([])
})

test('they get their addresses in the shop, and keep their texts', () => {
  const known = new Map([
    ['front.png', '/images/f.webp'],
    ['back.png', '/images/b.webp'],
  ])
  expect(withPictures(cells, (img) => known.get(img))).toEqual({
    name: 'Board',
    img: '/images/f.webp',
    pictures: '/images/b.webp The back.png side\n https://example.com/a.webp\n/images/1.webp Label',
  })
})

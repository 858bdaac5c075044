import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import Markdown from './markdown.tsx'

const htmlOf = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }))

test('a description is drawn as Markdown: lists, stress, links, and each line as a line', () => {
  const html = htmlOf('**Four** layers\nsecond line\n\n- one\n- *two*\n\n[site](https://example.com/a?b=1)')
  expect(html).toContain('<strong>Four</strong> layers<br/>')
  expect(html).toContain('<li>one</li>')
  expect(html).toContain('<em>two</em>')
  expect(html).toContain('href="https://example.com/a?b=1"')
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt&colon;alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x]( vbscript:x)',
  '<javascript:alert(1)>',
  '![a](https://example.com/track.png)',
  '[x]: javascript:alert(1)\n\n[x]',
  '<a href="javascript:alert(1)">x</a>',
  '<iframe srcdoc="x"></iframe>',
])('nothing of %s runs or is fetched', (text) => {
  const html = htmlOf(text)
  expect(html).not.toMatch(/<(?:script|img|iframe|svg|object|style)/i)
  expect(html).not.toMatch(/(?:href|src)="\s*(?:javascript|data|vbscript)/i)
  expect(html).not.toMatch(/<[^>]+\son\w+=/i)
})

test('headings do not stand beside those of the page', () => {
  expect(htmlOf('# Big\n\ntext')).not.toMatch(/<h\d/)
})

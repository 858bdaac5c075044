import { expect, test } from 'vitest'
import { attachmentNamed } from '../platform/documents/send-file.ts'
import { savedName } from './file-name.ts'

test.each([
  ['drawing.pdf', 'pdf', 'drawing.pdf'],
  ['DRAWING.PDF', 'pdf', 'DRAWING.pdf'],
  ['case.stp', 'step', 'case.stp'],
  ['invoice.exe', 'pdf', 'invoice.exe.pdf'],
  ['noending', 'dxf', 'noending.dxf'],
  ['..\\..\\windows\\system32\\evil.pdf', 'pdf', 'evil.pdf'],
  ['../../../etc/passwd', 'pdf', 'passwd.pdf'],
  ['a\r\nset-cookie: x=1.pdf', 'pdf', 'aset-cookie x=1.pdf'],
  ['fdp\u202efdp.exe', 'pdf', 'fdpfdp.exe.pdf'],
  ['"; filename="evil.html', 'pdf', '; filename= evil.html.pdf'],
  ['...', 'pdf', 'document.pdf'],
  ['/', 'pdf', 'document.pdf'],
  ['.htaccess', 'pdf', 'htaccess.pdf'],
  [`${'x'.repeat(300)}.pdf`, 'pdf', `${'x'.repeat(100)}.pdf`],
  ['Zeichnung Gehäuse.pdf', 'pdf', 'Zeichnung Gehäuse.pdf'],
] as const)('%j is saved as a file of its type and nothing else', (fileName, type, saved) => {
  expect(savedName(fileName, type)).toBe(saved)
})

test('a header has a name in ASCII, and the whole one in UTF-8', () => {
  expect(attachmentNamed('drawing.pdf')).toBe('attachment; filename="drawing.pdf"')
  expect(attachmentNamed("Gehäuse (1)'s.pdf")).toBe(
    `attachment; filename="Geh_use (1)'s.pdf"; filename*=UTF-8''Geh%C3%A4use%20%281%29%27s.pdf`,
  )
  expect(attachmentNamed('a"; x="b.pdf')).toBe(`attachment; filename="a_; x=_b.pdf"; filename*=UTF-8''a%22%3B%20x%3D%22b.pdf`)
})

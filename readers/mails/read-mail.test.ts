import { expect, test } from 'vitest'
import { readMail } from './read-mail.ts'

/** What is tried as the list of a mail, in its order: 'name: rows' of files, rows of texts; `older` begins with '<'. */
async function listsOf(raw: string): Promise<string[]> {
  const { lists } = await readMail(new TextEncoder().encode(raw))
  return lists.map(({ file, isOlder, bytes }) => {
    const rows = new TextDecoder()
      .decode(bytes)
      .replace(/^sep=\t\n/, '')
      .split('\n')
      .filter((row) => row.trim() !== '')
    return `${isOlder ? '< ' : ''}${file === undefined ? '' : `${file}: `}${rows.join(' / ').replaceAll('\t', ' | ')}`
  })
}

const besideFirst = async (raw: string) => (await readMail(new TextEncoder().encode(raw))).lists[0]!.beside

const part = (type: string, content: string, ...headers: string[]) => [`Content-Type: ${type}`, ...headers, '', content].join('\r\n')
const text = (content: string) => part('text/plain; charset=utf-8', content)
const html = (content: string) => part('text/html; charset=utf-8', content)
const parts = (kind: 'mixed' | 'alternative', boundary: string, ...all: string[]) =>
  part(`multipart/${kind}; boundary=${boundary}`, [...all.map((one) => `--${boundary}\r\n${one}`), `--${boundary}--`, ''].join('\r\n'))
const file = (name: string | undefined, content: string, type = 'application/octet-stream') =>
  part(
    type,
    Buffer.from(content, 'latin1').toString('base64'),
    `Content-Disposition: attachment${name === undefined ? '' : `; filename="${name}"`}`,
    'Content-Transfer-Encoding: base64',
  )

const table = (...rows: string[][]) =>
  `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`

test.each<[string, string, string[]]>([
  ['rows of a table', table(['Part', 'Qty'], ['AB-1', '2000']), ['Part | Qty / AB-1 | 2000', 'Part | Qty / AB-1 | 2000']],
  [
    'paragraphs and breaks inside of cells, as Outlook writes them',
    table(['<p class=MsoNormal>Part<o:p></o:p></p>', '<div>Qty</div>'], ['<p>AB-1</p><p>Board</p>', '2000<br>']),
    ['Part | Qty / AB-1 Board | 2000', 'Part | Qty / AB-1 Board | 2000'],
  ],
  [
    'a table inside of tables that only place it',
    table([`<p>Hello</p>${table([table(['Part', 'Qty'], ['AB-1', '2000']), ''])}<p>Regards</p>`]),
    ['Part | Qty / AB-1 | 2000', 'Hello / Part | Qty / AB-1 | 2000 / Regards'],
  ],
  [
    'a table for each item',
    table([table(['AB-1', '2000'])], [table(['AB-2', '3000'])]),
    ['AB-1 | 2000 / AB-2 | 3000', 'AB-1 | 2000 / AB-2 | 3000'],
  ],
  [
    'two tables with other columns',
    table(['Part', 'Qty'], ['AB-1', '2000']) + table(['Qty', 'Part'], ['3000', 'AB-2']),
    ['Part | Qty / AB-1 | 2000', 'Qty | Part / 3000 | AB-2', 'Part | Qty / AB-1 | 2000 / Qty | Part / 3000 | AB-2'],
  ],
  ['a table that only places paragraphs', table(['<p>AB-1 2000</p><p>AB-2 3000</p>']), ['AB-1 2000 / AB-2 3000']],
  [
    'a picture beside an address is no list',
    `<p>AB-1 2000</p>${table(['<img src=x>', 'Ann<br>Dock Road 1'])}`,
    ['AB-1 2000 / Ann / Dock Road 1'],
  ],
  [
    'a cell over two columns, and cells over two rows: the number is asked below',
    '<table><tr><th colspan=2>Part</th><th>Qty</th></tr><tr><td rowspan=2>TV</td><td>AB-1</td><td rowspan=2>2000</td></tr><tr><td>AB-2</td></tr></table>',
    Array.from({ length: 2 }, () => 'Part |  | Qty / TV | AB-1 | 2000 /  | AB-2 | ?'),
  ],
  ['line ends of preformatted text', '<pre>AB-1  2000\nAB-2  3000</pre>', ['AB-1  2000 / AB-2  3000']],
  [
    'nothing that is not seen',
    '<style>AB-1 2000</style><script>AB-2 1</script><!-- AB-3 1 --><title>AB-4</title>AB-5&nbsp;2&#48;&#x30;0',
    ['AB-5 2000'],
  ],
  ['names of signs, and numbers of none', 'St&uuml;ck &#x110000;&#xD800;&#0;&#99999999999; 5', ['Stück \ufffd\ufffd\ufffd\ufffd 5']],
  ['an inch sign at the start of a cell', table(['"55"', '2000'], ['A', 'B']), ['"""55""" | 2000 / A | B', '"""55""" | 2000 / A | B']],
])('HTML is read as it is seen: %s', async (_, content, lists) => {
  expect(await listsOf(html(content))).toEqual(lists)
})

test('the table of the HTML comes before the flat text, and the HTML is read where the text is blank', async () => {
  const list = table(['Part', 'Qty'], ['AB-1', '2000'])

  expect(await listsOf(parts('alternative', 'b', text('Part\n\nQty\n\nAB-1\n\n2000'), html(list)))).toEqual([
    'Part | Qty / AB-1 | 2000',
    'Part / Qty / AB-1 / 2000',
  ])
  expect(await listsOf(parts('alternative', 'b', text(' \n\n'), html('<p>AB-1 2000</p>')))).toEqual(['AB-1 2000'])
})

const OLD = 'AB-9 9000'
test.each([
  ['English', `On Thu, 26 Nov 2026 at 10:00, Shop <a@shop.example> wrote:\n> ${OLD}`],
  ['English in two lines', `On Thu, 26 Nov 2026 at 10:00, A Very Long Name Of A Shop\n<a@shop.example> wrote:\n\n> ${OLD}`],
  ['German', `Am Do., 26. Nov. 2026 um 10:00 Uhr schrieb Shop <a@shop.example>:\n\n> ${OLD}`],
  ['German, the name first', `Shop <a@shop.example> schrieb am Do. 26. Nov. 2026 um 10:00:\n> ${OLD}`],
  ['French', `Le jeu. 26 nov. 2026 à 10:00, Shop <a@shop.example> a écrit\u00a0:\n> ${OLD}`],
  ['Spanish', `El jue, 26 nov 2026 a las 10:00, Shop (<a@shop.example>) escribió:\n${OLD}`],
  ['Italian', `Il giorno gio 26 nov 2026 alle ore 10:00 Shop <a@shop.example> ha scritto:\n${OLD}`],
  ['Dutch', `Op do 26 nov 2026 om 10:00 schreef Shop <a@shop.example>:\n${OLD}`],
  ['Outlook', `From: Shop\nSent: Thursday, 26 November 2026\nTo: Ann\nSubject: List\n\n${OLD}`],
  ['Outlook in German', `________________________________\nVon: Shop\nGesendet: Donnerstag\nAn: Ann\nBetreff: Liste\n\n${OLD}`],
  ['with stars', `*From:* Shop\n*Sent:* Thursday\n*To:* Ann\n\n${OLD}`],
  ['a ruler with words', `-----Original Message-----\n${OLD}`],
  ['a ruler with German words', `-----Ursprüngliche Nachricht-----\nVon: Shop\nAn: Ann\nBetreff: Liste\n${OLD}`],
  ['only marks', `> ${OLD}`],
])('an older mail below is not read with the lines above it: %s', async (_, below) => {
  const lists = await listsOf(text(`AB-1 2000\n\n${below}`))

  expect(lists).toEqual(['AB-1 2000', `< ${OLD}`])
  expect(await besideFirst(text(`AB-1 2000\n\n${below}`))).toContain(OLD)
})

test.each([
  ['a quotation', `<p>AB-1 2000</p><blockquote type=cite><p>${OLD}</p></blockquote>`],
  ['Gmail', `<div>AB-1 2000</div><div class="gmail_quote gmail_x"><div>26-11-2026, a@shop.example:</div><div>${OLD}</div></div>`],
  ['Outlook', `<p>AB-1 2000</p><div><p><b>From:</b> Shop<br><b>Sent:</b> Thursday<br><b>To:</b> Ann<br></p></div><p>${OLD}</p>`],
])('an older mail below in HTML is not read with the lines above it: %s', async (_, content) => {
  expect((await listsOf(html(content)))[0]).toBe('AB-1 2000')
  expect((await listsOf(html(content)))[1]).toContain(OLD)
})

test('a forwarded list without words above it is read first, and words below a quotation are the sender’s', async () => {
  expect(await listsOf(text('---------- Forwarded message ---------\nFrom: B\nDate: x\nTo: C\n\nAB-1 2000'))).toEqual(['AB-1 2000'])
  expect(await listsOf(text(`On Thu, 26 Nov 2026, Shop wrote:\n> ${OLD}\n\nAB-1 2000`))).toEqual(['AB-1 2000', `< ${OLD}`])
})

test('the table of an older mail is not read with the lines above it', async () => {
  const content = `<p>AB-1 2000</p><p>On 26 Nov 2026 Shop wrote:</p>${table(['Part', 'Qty'], ['AB-9', '9000'])}`

  expect(await listsOf(html(content))).toEqual(['AB-1 2000', '< Part | Qty / AB-9 | 9000', '< Part | Qty / AB-9 | 9000'])
})

test('nothing below the mark of a signature is read, and it is told', async () => {
  const signed = 'AB-1 2000\n\n-- \nAnn Example\n20457 Hamburg\n'

  expect(await listsOf(text(signed))).toEqual(['AB-1 2000'])
  expect(await besideFirst(text(signed))).toEqual(['-- ', 'Ann Example', '20457 Hamburg'])
  expect(await listsOf(html('<div>AB-1 2000</div><div>-- <br></div><div>Tel 123</div>'))).toEqual(['AB-1 2000'])
  expect(await listsOf(text('AB-1 2000\n--\nAB-2 3000'))).toEqual(['AB-1 2000 / -- / AB-2 3000'])
})

test.each([
  ['a text', 'Part,Qty\nAB-1,2000', true],
  ['a text of Windows', 'Teil;Stück\nAB-1;2000', true],
  ['a PDF', '%PDF-1.4\n', true],
  ['a workbook', 'PK\u0003\u0004'.padEnd(30) + '[Content_Types].xml', true],
  ['a sheet of LibreOffice', 'PK\u0003\u0004'.padEnd(30) + 'mimetypeapplication', true],
  ['an old workbook', '\u00d0\u00cf\u0011\u00e0\u00a1', true],
  ['an archive', 'PK\u0003\u0004'.padEnd(30) + 'lists/one.csv', false],
  ['a picture', '\u0089PNG\r\n\u001a\n', false],
  ['a page', ' <html>', false],
])('a file without a name is known by its first bytes: %s', async (_, content, isList) => {
  const { lists, unread } = await readMail(new TextEncoder().encode(parts('mixed', 'b', text('Hello'), file(undefined, content))))

  expect(lists.filter((list) => list.file === '')).toHaveLength(isList ? 1 : 0)
  expect(unread).toHaveLength(isList ? 0 : 1)
})

test('files that are no lists are named, pictures of the text and signatures are not', async () => {
  const picture = part('image/png; name=logo.png', 'AA', 'Content-ID: <a>', 'Content-Disposition: inline; filename=logo.png')
  const all = ['winmail.dat', 'lists.zip', 'terms.docx', 'photo.jpg', 'smime.p7s', 'old.xls', 'new.xlsb', 'sheet.ods'].map((name) =>
    file(name, 'x'),
  )

  const { lists, unread } = await readMail(new TextEncoder().encode(parts('mixed', 'b', text('Hello'), picture, ...all)))

  expect(lists.map((list) => list.file)).toEqual(['old.xls', 'new.xlsb', 'sheet.ods', undefined])
  expect(unread.map((one) => `${one.file} ${one.why}`)).toEqual([
    'winmail.dat wrapped',
    'lists.zip archive',
    'terms.docx kind',
    'photo.jpg kind',
  ])
})

test('of many files five are read, and the others are named', async () => {
  const all = Array.from({ length: 7 }, (_, place) => file(`${place}.csv`, 'a,b'))

  const { lists, unread } = await readMail(new TextEncoder().encode(parts('mixed', 'b', ...all)))

  expect(lists).toHaveLength(5)
  expect(unread).toEqual([
    { file: '5.csv', why: 'too-many' },
    { file: '6.csv', why: 'too-many' },
  ])
})

test.each([
  ['of its type', (mail: string) => part('message/rfc822', mail)],
  ['as an attachment', (mail: string) => part('message/rfc822', mail, 'Content-Disposition: attachment; filename="RFQ.eml"')],
  ['by its name', (mail: string) => file('RFQ.eml', mail)],
])('an attached mail is opened: %s', async (_, attach) => {
  const inner = `Subject: RFQ.eml\r\n${parts('mixed', 'c', text('AB-1 2000'), file('list.csv', 'AB-2,3000'))}`

  expect(await listsOf(parts('mixed', 'b', text('See below'), attach(inner)))).toEqual([
    'list.csv: AB-2,3000',
    'See below',
    '< RFQ.eml: AB-1 2000',
  ])
})

test('mails in mails in mails are opened three deep, and the next one is named', async () => {
  let mail = text('AB-1 2000')
  for (const boundary of ['b', 'c', 'd', 'e']) mail = parts('mixed', boundary, part('message/rfc822', `Subject: ${boundary}\r\n${mail}`))

  const { unread } = await readMail(new TextEncoder().encode(mail))

  expect(unread).toEqual([{ file: '', why: 'too-many' }])
})

test('an older mail is not read in place of a file that its reply has, but with those of a forwarded one', async () => {
  const forwarded = parts('mixed', 'b', text(`FYI\n> ${OLD}`), file('terms.pdf', '%PDF-'))
  expect(await listsOf(`Subject: Fwd: List\r\n${forwarded}`)).toEqual(['terms.pdf: %PDF-', 'FYI', `< ${OLD}`])
  expect(await listsOf(parts('mixed', 'b', text(`See the file\n> ${OLD}`), file('list.csv', 'AB-1,2000')))).toEqual([
    'list.csv: AB-1,2000',
    'See the file',
  ])
})

test('a mail of far more short lines than a list has is refused before it is read, and a long list is not', async () => {
  await expect(listsOf(text('a\n'.repeat(60_000)))).rejects.toMatchObject({ reason: 'too-many-rows' })
  expect(await listsOf(text('AB-1 2000\n'.repeat(10_000)))).toHaveLength(1)
})

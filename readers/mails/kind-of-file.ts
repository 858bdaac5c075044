/** Why an attached file is not read. */
export type UnreadKind =
  /** Of a kind that holds no list. */
  | 'kind'
  /** An archive, whose files are not opened. */
  | 'archive'
  /** The wrapping of Outlook, winmail.dat. */
  | 'wrapped'

/** What an attached file is. `aside`: a picture of the text, a signature, a date: nothing that is sent to be read. */
export type FileKind = 'list' | 'mail' | 'aside' | UnreadKind

type Attached = { name: string; type: string; isInline: boolean; bytes: Uint8Array }

const BY_NAME: [RegExp, FileKind][] = [
  [/\.(?:xlsx|xlsm|xls|xlsb|ods|csv|tsv|txt|pdf)$/i, 'list'],
  [/\.eml$/i, 'mail'],
  [/\.(?:vcf|ics|p7s|asc|sig)$/i, 'aside'],
  [/^winmail\.dat$/i, 'wrapped'],
  [/\.(?:zip|7z|rar|gz|tgz|tar)$/i, 'archive'],
  [/\.(?:docx?|odt|rtf|pptx?|odp|msg|html?|xml|json|jpe?g|png|gif|bmp|tiff?|heic|webp|svg|mp[34]|mov|wav|exe)$/i, 'kind'],
]
const BY_TYPE: [RegExp, FileKind][] = [
  [/^message\/rfc822$/, 'mail'],
  [/^(?:text\/(?:calendar|vcard|x-vcard|rfc822-headers|x-amp-html)|message\/|application\/(?:ics|(?:x-)?pkcs7|pgp-))/, 'aside'],
  [/^application\/(?:vnd\.)?ms-tnef$/, 'wrapped'],
  [/^application\/(?:x-)?(?:zip|7z|rar|gzip|tar)/, 'archive'],
  [/^(?:text\/csv|text\/tab-separated-values|application\/pdf|application\/vnd\.(?:openxmlformats-officedocument\.spreadsheetml|ms-excel|oasis\.opendocument\.spreadsheet))/, 'list'],
  [/^(?:image|audio|video)\//, 'kind'],
] // prettier-ignore

/** By the name of a file, otherwise by its type, otherwise by its first bytes. */
export function kindOfFile({ name, type, isInline, bytes }: Attached): FileKind {
  if (isInline && type.startsWith('image/')) return 'aside'
  const said = BY_NAME.find(([form]) => form.test(name)) ?? BY_TYPE.find(([form]) => form.test(type))
  return said ? said[1] : kindOfBytes(bytes)
}

/** The first file in an archive that is a workbook. */
const WORKBOOK = /^(?:\[Content_Types\]\.xml|mimetype|_rels\/|docProps\/|xl\/)/
/** How far into a file a PDF may begin, and what is looked at of a text. */
const START = 1_024
const NAME_IN_ARCHIVE = 30

function kindOfBytes(bytes: Uint8Array): FileKind {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, START))
  if (start.startsWith('PK')) return WORKBOOK.test(start.slice(NAME_IN_ARCHIVE)) ? 'list' : 'archive'
  if (start.startsWith('\u00d0\u00cf\u0011\u00e0') || start.includes('%PDF-')) return 'list'
  if (start.startsWith('x\u009f>"') || start.startsWith('x\u0178>"')) return 'wrapped'
  const isWide = /^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(start)
  // oxlint-disable-next-line no-control-regex
  return isWide || !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]|^\s*</.test(start) ? 'list' : 'kind'
}

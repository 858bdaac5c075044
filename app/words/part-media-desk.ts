import { formatCount } from '#contract/basics/figures.ts'
import { MAXIMUM_PICTURES } from '#contract/basics/limits.ts'
import { MAXIMUM_DOCUMENTS } from '#contract/parts/part-media.ts'

/** Words of changing the pictures and documents of a part. */
export const partMediaDeskWords = {
  addPicture: 'Add a picture',
  addPictureHint: `JPEG, PNG, WebP or AVIF, at most 8 MB. A part has at most ${MAXIMUM_PICTURES} pictures.`,
  order: 'The first picture is the main one, in lists and on orders. Drag a picture to its place, or use its buttons.',
  alt: (number: number) => `What picture ${number} shows`,
  altHint: 'What a picture shows is read out to those who do not see it; it may stay empty for a further picture that only decorates.',
  earlier: (number: number) => `Move picture ${number} earlier`,
  later: (number: number) => `Move picture ${number} later`,
  makeMain: 'Make main',
  makeMainOf: (number: number) => `Make main: picture ${number}`,
  main: 'Main picture',
  remove: 'Remove',
  removeOf: (number: number) => `Remove picture ${number}`,
  moved: (number: number, count: number) => `This is picture ${number} of ${formatCount(count)} now`,
  kept: 'The pictures are applied',
  showNow: 'Show them as they are now',

  noDocuments: 'No documents yet.',
  addDocument: 'Add a document',
  kind: 'Kind',
  title: 'Title',
  file: 'File',
  fileHint: `PDF, STEP or DXF, at most 25 MB. A part has at most ${MAXIMUM_DOCUMENTS} documents.`,
  add: 'Add',
  cancel: 'Cancel',
  sending: (percent: number) => `Uploading: ${percent} %`,
  checking: 'Checking the file',
  progress: 'Upload of the document',
  added: (title: string) => `${title} is added`,
  edit: 'Rename',
  editOf: (title: string) => `Rename ${title}`,
  apply: 'Apply',
  applied: (title: string) => `${title} is applied`,
  removeDocumentOf: (title: string) => `Remove ${title}`,
  removeQuestion: (title: string) => `Remove ${title}? Buyers can no longer open it.`,
  removed: (title: string) => `${title} is removed`,

  none: 'None',
  decorative: 'No text',
} as const

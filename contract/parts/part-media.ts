import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, idList, IdParams, MESSAGE, requiredText, strictObject, text } from '../basics/fields.ts'
import { fileAnswer } from '../basics/file-answer.ts'
import { MAX_WEB_ADDRESS, MAXIMUM_PICTURES, PART_MEDIA_LIMITS, TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'

/** Documents of a part. */
export const MAXIMUM_DOCUMENTS = 20
/** A document is sent and stored in pieces, all of this size but the last. */
export const DOCUMENT_PIECE_BYTES = 1024 * 1024
export const DOCUMENT_MAX_BYTES = 25 * DOCUMENT_PIECE_BYTES
/** Parts whose documents are read together. */
export const PARTS_OF_DOCUMENTS = 50

export const partMediaMessages = {
  altRequired: 'Describe the main picture in a few words.',
  pictureTwice: 'This picture is in the list already.',
  pictureCount: `A part has 1 to ${MAXIMUM_PICTURES} pictures.`,
  titleRequired: "Document's title is required",
  fileRequired: 'Choose a file.',
  fileSize: 'The file is empty, or larger than 25 MB.',
  fileNot: 'This is no PDF, STEP or DXF file.',
  fileIncomplete: 'The file is not complete. Please export it again.',
  fileActive: 'This PDF has scripts, attached files or programs in it. Please save it without them.',
  fileForm: 'This PDF has a form that sends or fetches data, or an XFA form, in it. Please print it into a new PDF.',
  fileFilm: 'This PDF has films, sounds or models (RichMedia) in it. Please save it without them.',
  fileLink: 'This PDF has a link to a script or to a network folder in it. Please save it without that link.',
  fileTooMuch: 'This PDF has more objects in it than can be checked. Please print it into a new PDF.',
  fileTwice: 'This file is among the documents of this part already.',
} as const

export const documentKinds = ['data-sheet', 'drawing', 'declaration', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentTypes = ['pdf', 'step', 'dxf'] as const
export type DocumentType = (typeof documentTypes)[number]

/** A picture of a part. An empty `alt` means that it is decorative. */
export const PartPicture = Type.Object({ img: Type.String({ description: 'Address of the picture' }), alt: Type.String() })
export type PartPicture = Static<typeof PartPicture>

export const PartDocument = Type.Object({
  _id: Id,
  kind: Type.Enum([...documentKinds]),
  title: Type.String(),
  fileName: Type.String({ description: 'Name under which it is saved' }),
  type: Type.Enum([...documentTypes]),
  bytes: Type.Integer(),
})
export type PartDocument = Static<typeof PartDocument>

/** What buyers see of a part besides its facts. The main picture is the first. */
export const PartMedia = Type.Object({ pictures: Type.Array(PartPicture), documents: Type.Array(PartDocument) })
export type PartMedia = Static<typeof PartMedia>

const Picture = strictObject({
  img: requiredText(TEXT_LIMITS.imageUrl, messages.partPictureRequired),
  alt: text(PART_MEDIA_LIMITS.alt),
})

/** All pictures of a part, the main one first: the new ones, and those that the admin saw. */
export const PicturesChange = strictObject({
  pictures: Type.Array(Picture, { minItems: 1, maxItems: MAXIMUM_PICTURES, [MESSAGE]: partMediaMessages.pictureCount }),
  seen: Type.Array(Picture, { maxItems: MAXIMUM_PICTURES }),
})
export type PicturesChange = Static<typeof PicturesChange>

const words = {
  kind: Type.Enum([...documentKinds]),
  title: requiredText(PART_MEDIA_LIMITS.title, partMediaMessages.titleRequired),
}

/** A document whose bytes follow in pieces. */
export const NewDocument = strictObject({
  ...words,
  fileName: requiredText(PART_MEDIA_LIMITS.fileName, partMediaMessages.fileRequired),
  bytes: Type.Integer({ minimum: 1, maximum: DOCUMENT_MAX_BYTES, [MESSAGE]: partMediaMessages.fileSize }),
})
export type NewDocument = Static<typeof NewDocument>

/** Kind and title of a document: new values, and those that the admin saw. */
export const DocumentChange = strictObject({
  ...words,
  seen: strictObject({ kind: Type.Enum([...documentKinds]), title: text(PART_MEDIA_LIMITS.title) }),
})
export type DocumentChange = Static<typeof DocumentChange>

export const partMediaCalls = defineCalls('Parts', 'partMedia', {
  ofPart: {
    method: 'GET',
    path: '/parts/:id/media',
    policy: 'session',
    summary: 'Pictures and documents of a part',
    params: IdParams,
    response: PartMedia,
  },
  ofParts: {
    method: 'GET',
    path: '/partDocuments',
    policy: 'session',
    summary: `The documents of up to ${PARTS_OF_DOCUMENTS} parts; removed parts have none`,
    query: Type.Object({
      parts: idList(PARTS_OF_DOCUMENTS, 'Ids of parts, separated by commas'),
    }),
    response: Type.Array(Type.Object({ partsId: Id, documents: Type.Array(PartDocument) })),
  },
  changePictures: {
    method: 'PUT',
    path: '/parts/:id/pictures',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Replace all pictures of a part; refused when they are no longer as they were seen',
    params: IdParams,
    body: PicturesChange,
    response: Type.Object({ modifiedCount: Type.Integer(), pictures: Type.Array(PartPicture) }),
  },
  beginDocument: {
    method: 'POST',
    path: '/parts/:id/documents',
    policy: 'admin',
    permissions: ['parts'],
    summary: `Begin a document of a part: PDF, STEP or DXF; its bytes follow in pieces of ${DOCUMENT_PIECE_BYTES} bytes`,
    params: IdParams,
    body: NewDocument,
    response: Type.Object({ _id: Id, pieces: Type.Integer({ description: 'Pieces that are to follow' }) }),
  },
  fetchDocument: {
    method: 'POST',
    path: '/parts/:id/documents/from-address',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Add a document to a part from a public web address: PDF, STEP or DXF',
    params: IdParams,
    body: strictObject({ ...words, url: requiredText(MAX_WEB_ADDRESS, partMediaMessages.fileRequired) }),
    response: PartDocument,
  },
  sendPiece: {
    method: 'PUT',
    path: '/partDocuments/:id/pieces/:piece',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'The next piece of a document that has begun, each once and in order',
    params: Type.Object({ id: Id, piece: Type.Integer({ minimum: 0, maximum: 24, description: 'From 0' }) }),
    takesBytes: true,
    bodyLimitBytes: DOCUMENT_PIECE_BYTES,
    response: Type.Object({ received: Type.Integer({ description: 'Pieces that are here' }) }),
  },
  finishDocument: {
    method: 'POST',
    path: '/partDocuments/:id/finish',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Check a document whose pieces are all here, and show it',
    params: IdParams,
    response: PartDocument,
  },
  changeDocument: {
    method: 'PUT',
    path: '/partDocuments/:id',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Change kind or title of a document',
    params: IdParams,
    body: DocumentChange,
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
  removeDocument: {
    method: 'DELETE',
    path: '/partDocuments/:id',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Remove a document',
    params: IdParams,
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
  document: {
    method: 'GET',
    path: '/partDocuments/:id',
    policy: 'session',
    summary: 'A document of a part on sale, as a file',
    params: IdParams,
    response: fileAnswer(...documentTypes),
  },
})

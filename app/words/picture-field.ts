/** Words of a picture that is uploaded when it is chosen. */
export const pictureFieldWords = {
  uploading: 'Uploading',
  removePicture: 'Remove the picture',
} as const

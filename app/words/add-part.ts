/** Words of the form that adds a part. */
export const addPartWords = {
  // Specification section 2, "Add Parts"
  title: 'Add Parts',
  heading: 'Add new parts',
  name: 'Parts Name',
  price: 'Price',
  available: 'Parts Available',
  description: 'Parts Description',
  picture: "Part's Picture",
  add: 'Add A Parts',

  // Our own
  priceHint: 'US dollars per piece, such as 14.85 or 0.0042',
  availableHint: 'Pieces in stock',
  pictureHint: 'JPEG, PNG, WebP or AVIF, at most 8 MB',
  preview: (fileName: string) => `Preview of ${fileName}`,
  upload: 'Upload of the picture',
} as const

/** The beginning of a text in a row that opens to the whole. On a card it has two lines, which must not widen the card. */
export const FirstLine = ({ text }: { text: string }) => (
  <span className="block truncate @max-[56rem]:line-clamp-2 @max-[56rem]:whitespace-normal">{text}</span>
)

import { counted } from '#contract/basics/figures.ts'
/** Words of the contact screen. Labels and button: specification section 2, "Route table". */
export const contactWords = {
  title: 'Contact Us',
  description: 'Questions about a part, a quantity or a delivery.',
  lead: 'A question about a part, a quantity or a delivery? For an order, tell us the part and the date.',
  name: 'Name',
  email: 'Email',
  message: 'Message',
  send: 'Send',
  /** The beginning of a message about a part that was not found, or of which there are too few pieces. */
  askForPart: (part: string, pieces: string) => `Do you have this part, or can you make it?\n\nPart: ${part}\nPieces: ${pieces}`,
  sent: 'Thank you. We have received your message and will reply by email.',
  tooLong: (characters: number) => `At most ${counted(characters, 'character')}.`,
  needsScript: 'This form needs JavaScript. Please turn it on and reload the page.',
} as const

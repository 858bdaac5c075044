import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { askForPiecesWords as words } from '#app/words/ask-for-pieces.ts'

type AskForPiecesProps = {
  /** Name and number of the part, or the typed text. */
  part: string
  /** As typed, or counted; empty where it is not known. */
  pieces: string
}

/** A link to the contact form, whose message begins with the part and the pieces. */
export function AskForPieces({ part, pieces }: AskForPiecesProps) {
  const asked = new URLSearchParams({ part, ...(pieces !== '' && { pieces }) })
  return (
    <Link to={`${paths.contact}?${asked.toString()}`} className="link">
      {words.askUs}
    </Link>
  )
}

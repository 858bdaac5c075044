import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { askForPiecesWords as words } from '#app/words/ask-for-pieces.ts'

type AskForPiecesProps = {
  /** Id of a part that is known. */
  partsId: string
  /** As typed, or counted; empty where it is not known. */
  pieces: string
}

/** A link to a request for an offer of so many pieces of a part. */
export const AskForPieces = ({ partsId, pieces }: AskForPiecesProps) => (
  <Link to={paths.askForOffer(partsId, pieces)} className="link">
    {words.askUs}
  </Link>
)

/** A link to the contact form, whose message begins with a part that the shop does not know, and the pieces. */
export function AskForUnknown({ part, pieces }: { part: string; pieces: string }) {
  const asked = new URLSearchParams({ part, ...(pieces !== '' && { pieces }) })
  return (
    <Link to={`${paths.contact}?${asked.toString()}`} className="link">
      {words.askUs}
    </Link>
  )
}

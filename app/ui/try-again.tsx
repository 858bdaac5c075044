import { Button } from '#app/ui/button.tsx'
import { controlWords } from '#app/words/controls.ts'

export function TryAgain({ onClick, busy }: { onClick: () => void; busy?: boolean }) {
  return (
    <Button variant="secondary" onClick={onClick} busy={busy}>
      {controlWords.tryAgain}
    </Button>
  )
}

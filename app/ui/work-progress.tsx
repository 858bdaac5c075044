/** Progress of long work, as a bar and in words that are announced as they change. */
export const WorkProgress = ({ done, of, text }: { done: number; of: number; text: string }) => (
  <div className="grid gap-2">
    <progress className="batch-progress" value={done} max={of} aria-label={text} />
    <p role="status" className="figures">
      {text}
    </p>
  </div>
)

type ProgressBarProps = { value: number; max: number; 'aria-label': string }

const BAR = 'w-full h-2 overflow-hidden appearance-none rounded-[1rem] bg-sunken [&::-webkit-progress-bar]:bg-sunken'
const DONE = '[&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent'

/** The browser's own bar, in the colours of the shop. */
export const ProgressBar = (props: ProgressBarProps) => <progress {...props} className={`${BAR} ${DONE}`} />

/** Progress of long work, as a bar and in words that are announced as they change. */
export const WorkProgress = ({ done, of, text }: { done: number; of: number; text: string }) => (
  <div className="grid gap-2">
    <ProgressBar value={done} max={of} aria-label={text} />
    <p role="status" className="figures">
      {text}
    </p>
  </div>
)

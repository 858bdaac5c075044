import type { ReactNode } from 'react'
import { IconButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import { useLeaveQuestion } from '#app/ui/use-leave-question.tsx'
import { dialogWords as words } from '#app/words/dialogs.ts'

type SideSheetProps = {
  /** Its heading and accessible name. */
  title: string
  /** Navigates to where the sheet is not open: see `useOpened`. */
  onClose: () => void
  /** Closing it, and Back, ask first. */
  hasUnsavedText?: boolean
  children: ReactNode
}

const SHEET = 'side-sheet w-[min(32rem,100vw)] max-w-screen h-dvh max-h-dvh m-0 ml-auto rounded-none overflow-y-auto overscroll-contain'
const SLIDES_IN = 'motion-safe:[transition:translate_0.16s_ease-out] motion-safe:starting:[translate:2rem_0]'

/** One row of a list beside the list; on a phone it fills the screen. Escape and a press beside it close it. */
export function SideSheet({ title, onClose, hasUnsavedText = false, children }: SideSheetProps) {
  return (
    <Dialog label={title} closesOutside onClose={onClose} className={`${SHEET} ${SLIDES_IN} forced-colors:border-s`}>
      <div className="sticky z-1 top-0 flex items-start justify-between gap-4 py-3 pr-3 pl-6 border-b border-b-line bg-surface">
        <h2 className="py-1.75 text-xl wrap-anywhere">{title}</h2>
        <IconButton label={words.close} icon={<CloseIcon />} onClick={onClose} />
      </div>
      <div className="grid grid-cols-1 gap-4 pt-4 px-6 pb-8">{children}</div>
      {hasUnsavedText && <LeaveQuestion />}
    </Dialog>
  )
}

/** A separate component, because a page has one question at a time, and most sheets have none. */
const LeaveQuestion = () => useLeaveQuestion(true, 'address')

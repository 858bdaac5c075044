import { startTransition, useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'

type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & { renderDialog: (onClose: () => void) => ReactNode }

/** A button and the dialog that it opens. The press is answered before the dialog is drawn, which may be large. */
export function DialogButton({ renderDialog, variant = 'secondary', ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" variant={variant} {...button} onClick={() => startTransition(() => setIsOpen(true))} />
      {isOpen && renderDialog(() => setIsOpen(false))}
    </>
  )
}

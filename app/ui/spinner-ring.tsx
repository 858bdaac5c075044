const RING = 'flex-none size-[1.125em] border-2 border-current border-r-transparent rounded-[50%] animate-[turn_0.8s_linear_infinite]'

/** A turning ring in the colour and size of the text beside it, which says what goes on. */
export const SpinnerRing = () => <span className={RING} aria-hidden="true" />

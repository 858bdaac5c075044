import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { PictureIcon } from '#app/ui/icons.tsx'

const RETRY_DELAY_MS = 1_000

/** A picture. One that fails to load is requested once more; then a placeholder of the same size is shown. */
export function Picture({ className = '', alt = '', ...image }: ComponentProps<'img'>) {
  const [failures, setFailures] = useState(0)
  const picture = useRef<HTMLImageElement>(null)

  const onError = () => {
    if (failures > 0) setFailures(2)
    else setTimeout(() => setFailures((known) => Math.max(known, 1)), RETRY_DELAY_MS)
  }
  // A picture of the server's page can fail before React listens.
  useEffect(() => {
    const { current } = picture
    if (current?.complete && current.naturalWidth === 0) current.dispatchEvent(new Event('error'))
  }, [])

  if (failures > 1) {
    return (
      <span role="img" aria-label={alt} aria-hidden={alt === '' || undefined} className={`picture-missing ${className}`}>
        <PictureIcon />
      </span>
    )
  }
  return <img key={failures} ref={picture} {...image} alt={alt} className={className} onError={onError} />
}

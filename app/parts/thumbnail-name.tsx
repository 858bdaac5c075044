type ThumbnailProps = { src: string; width: number; height: number; loading?: 'lazy' }

/** A part's small picture. */
export const Thumbnail = (picture: ThumbnailProps) => (
  <img {...picture} alt="" className="flex-none size-8 rounded-[0.25rem] object-cover bg-[#e6e8ea]" />
)

/** A part's small picture beside its name, which takes at most two lines. */
export const ThumbnailName = ({ name, img }: { name: string; img: string }) => (
  <span className="inline-flex items-center gap-3 align-middle">
    <Thumbnail src={img} width={32} height={32} loading="lazy" />
    <span className="line-clamp-2 leading-tight whitespace-normal">{name}</span>
  </span>
)

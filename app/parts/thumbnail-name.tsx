/** A part's small picture beside its name, which takes at most two lines. */
export const ThumbnailName = ({ name, img }: { name: string; img: string }) => (
  <span className="inline-flex items-center gap-3 align-middle">
    <img src={img} alt="" width={32} height={32} loading="lazy" className="thumbnail" />
    <span className="line-clamp-2 leading-tight whitespace-normal">{name}</span>
  </span>
)

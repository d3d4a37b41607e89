import { Icon } from './Icon.tsx'

export interface ThumbnailProps {
  /** Address of the picture (blob or own server); without one a plain sheet is shown (PDF). */
  url?: string | undefined
  /** Opens the file in full size. */
  view?: { label: string; onClick: () => void } | undefined
}

/** A document's thumbnail; a button, if it can be opened in full size. */
export function Thumbnail({ url, view }: ThumbnailProps) {
  const face = url ? (
    <img className="size-full object-cover" src={url} alt="" width={72} height={84} />
  ) : (
    <Icon name="file-text" size={28} />
  )
  if (!view) return <span className="thumb">{face}</span>
  return (
    <button type="button" className="thumb" aria-label={view.label} onClick={view.onClick}>
      {face}
      <span className="thumb-mark">
        <Icon name="maximize-2" size={16} />
      </span>
    </button>
  )
}

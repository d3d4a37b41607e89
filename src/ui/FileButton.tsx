import { useId, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

/**
 * Accepted extensions by name, so that phones convert their own formats (HEIC) to one of them. WebP, which chats save,
 * is redrawn here as JPEG.
 */
const PHOTOS = 'image/jpeg,image/png,image/webp'
const PHOTOS_AND_PDF = `${PHOTOS},application/pdf`

export interface FileButtonProps {
  children: ReactNode
  onFiles: (files: File[]) => void
  icon?: IconName
  look?: 'line' | 'text'
  /** 44 or 48 high. */
  size?: 'sm' | 'md'
  /** Opens the camera on phones; one photo at a time. */
  camera?: boolean
  /** Several files at a time, where the phone can. */
  multiple?: boolean
  /** Id of the heading that says what it is for, read after the button's label. */
  about?: string | undefined
  className?: string
}

/** A real file input under a label that looks like a button. The same file may be chosen twice in a row. */
export function FileButton({
  children,
  onFiles,
  icon,
  look = 'line',
  size = 'md',
  camera,
  multiple,
  about,
  className = '',
}: FileButtonProps) {
  const id = useId()
  const looks =
    look === 'text'
      ? 'link-text has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-primary'
      : `btn btn-line ${size === 'sm' ? 'btn-sm' : ''}`
  return (
    <label className={`relative cursor-pointer ${looks} ${className}`.trim()}>
      {icon && <Icon name={icon} />}
      <span id={id}>{children}</span>
      <input
        className="sr-only"
        type="file"
        accept={camera ? PHOTOS : PHOTOS_AND_PDF}
        capture={camera ? 'environment' : undefined}
        multiple={multiple}
        aria-labelledby={about ? `${id} ${about}` : id}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </label>
  )
}

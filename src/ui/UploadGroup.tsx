import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react'
import { Badge, type BadgeKind } from './Badge.tsx'
import { FileButton } from './FileButton.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { TextLink } from './TextLink.tsx'
import { UploadRow, type UploadRowProps } from './UploadRow.tsx'

interface UploadGroupWords {
  /** Two equal buttons on phones. */
  camera: ReactNode
  gallery: ReactNode
  /** The drop area on the web, and its button. */
  drop: ReactNode
  choose: ReactNode
  /** A single file, by its own input: some phones offer only several files at a time, or none at all. */
  single: ReactNode
  /**
   * The limits; on phones, a hint for those that allow one file at a time. Left out where the page states it once for
   * all its groups.
   */
  note?: { mobile: ReactNode; web: ReactNode } | undefined
}

export interface UploadGroupProps {
  /** Id of the heading; the error summary links to it. */
  id: string
  title: ReactNode
  /** One badge: the worst state wins. */
  badge: { kind: BadgeKind; icon?: IconName; text: ReactNode }
  /** What the document must show. */
  rule?: ReactNode
  error?: string | undefined
  rows: readonly (UploadRowProps & { id: string })[]
  words: UploadGroupWords
  /** Without it no file can be added. */
  onFiles?: ((files: File[]) => void) | undefined
  /** When nothing is missing, the buttons are collapsed behind these words. */
  more?: string | undefined
  /** What was refused in the last selection. */
  notice?: ReactNode
  /** Announced when it changes: a file's new state, never percentages. */
  said: string
}

export function UploadGroup({
  id,
  title,
  badge,
  rule,
  error,
  rows,
  words,
  onFiles,
  more,
  notice,
  said,
}: UploadGroupProps) {
  const { list, heading, gone } = useFocusAfterRemove(rows.length)
  const [unfolded, unfold] = useState(false)
  return (
    <section className="upload-group" aria-labelledby={id} {...(onFiles ? takesFiles(onFiles) : {})}>
      <div className="flex items-start justify-between gap-3">
        <h2 className="type-h3" id={id} tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <Badge kind={badge.kind} icon={badge.icon}>
          {badge.text}
        </Badge>
      </div>
      {rule && <div className="mt-1 text-small text-ink-2">{rule}</div>}
      {error && (
        <p className="field-error mt-2">
          <Icon name="circle-alert" size={16} /> {error}
        </p>
      )}
      {rows.length > 0 && (
        <ul className="mt-4 grid gap-5" ref={list}>
          {rows.map(({ id: row, remove, ...props }, index) => (
            <li key={row}>
              <UploadRow
                {...props}
                remove={
                  remove && {
                    ...remove,
                    onClick: () => {
                      gone(index)
                      remove.onClick()
                    },
                  }
                }
              />
            </li>
          ))}
        </ul>
      )}
      {notice && <div className="mt-4">{notice}</div>}
      {onFiles &&
        (more && !unfolded ? (
          <div className="mt-2">
            <TextLink icon="plus" onClick={() => unfold(true)}>
              {more}
            </TextLink>
          </div>
        ) : (
          <Add id={id} words={words} onFiles={onFiles} />
        ))}
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  )
}

function Add({ id, words, onFiles }: { id: string; words: UploadGroupWords; onFiles: (files: File[]) => void }) {
  return (
    <div className="mt-5">
      <div className="grid grid-cols-2 gap-3 web:hidden">
        <FileButton icon="camera" camera className="px-3" about={id} onFiles={onFiles}>
          {words.camera}
        </FileButton>
        <FileButton icon="images" multiple className="px-3" about={id} onFiles={onFiles}>
          {words.gallery}
        </FileButton>
      </div>
      <div className="drop-zone mobile:hidden">
        <Icon name="upload" size={24} />
        <p>{words.drop}</p>
        <FileButton size="sm" multiple about={id} onFiles={onFiles}>
          {words.choose}
        </FileButton>
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6">
        {words.note && <p className="text-small text-ink-2 web:hidden">{words.note.mobile}</p>}
        {words.note && <p className="text-small text-ink-2 mobile:hidden">{words.note.web}</p>}
        <FileButton look="text" className="text-small" about={id} onFiles={onFiles}>
          {words.single}
        </FileButton>
      </div>
    </div>
  )
}

/** Files dropped on the group, or pasted while the focus is in it. */
function takesFiles(onFiles: (files: File[]) => void) {
  const give = (files: FileList | undefined): void => {
    if (files && files.length > 0) onFiles([...files])
  }
  return {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      give(event.dataTransfer.files)
    },
    onPaste: (event: ClipboardEvent) => give(event.clipboardData.files),
  }
}

/**
 * After a row is removed, the focus goes to the row that takes its place, the last one, or the heading, so that it is
 * never lost.
 */
function useFocusAfterRemove(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const at = useRef<{ index: number; count: number } | null>(null)
  useEffect(() => {
    if (!at.current || count >= at.current.count) return
    const row = list.current?.children[Math.min(at.current.index, count - 1)]
    const next = row?.querySelector<HTMLElement>('.btn-square') ?? heading.current
    at.current = null
    // While a dialog is open nothing behind it can be focused, and on closing the dialog returns the focus to a button
    // that is gone.
    const asking = document.querySelector('dialog:modal')
    if (asking) asking.addEventListener('close', () => next?.focus(), { once: true })
    else next?.focus()
  }, [count])
  return { list, heading, gone: (index: number): void => void (at.current = { index, count }) }
}

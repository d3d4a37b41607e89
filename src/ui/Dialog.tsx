import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useBackCloses } from './use-back-closes.ts'

export interface DialogProps {
  open: boolean
  /**
   * Called for Escape, for Back (the browser's button, a gesture) and for a click on the backdrop: must act as the safe
   * answer. A dialog without it is answered by its actions only, and Back leaves the page as if it were not there.
   */
  onClose?: () => void
  /** The title, worded as a question. */
  title: ReactNode
  children: ReactNode
  /** Two named actions; the safe one is never red. */
  actions: ReactNode
  /** True for an alert dialog, which screen readers announce immediately. */
  alert?: boolean
}

/** The browser's own dialog: it traps the focus and restores it on closing. On phones a sheet from below. */
export function Dialog({ open, onClose, title, children, actions, alert }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  useBackCloses(open && !!onClose, () => onClose?.())
  useEffect(() => {
    const dialog = box.current
    if (open && dialog && !dialog.open) {
      dialog.showModal()
      // Some browsers leave the focus on the page (WebKit). A text so long that it scrolls would take it itself, with a
      // ring around all of it.
      const now = document.activeElement
      if (!dialog.contains(now) || now?.matches('.modal-box')) document.getElementById(`${id}-title`)?.focus()
    } else if (!open && dialog?.open) dialog.close()
  }, [open, id])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a click beside the box does what Escape does, by `onCancel`
    <dialog
      className="modal"
      ref={box}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose?.()
      }}
    >
      <DialogBox id={id} title={title} actions={actions}>
        {children}
      </DialogBox>
    </dialog>
  )
}

/** The contents of a dialog; separate, so that the parts page can show it open. */
export function DialogBox({
  id,
  title,
  children,
  actions,
}: { id: string } & Pick<DialogProps, 'title' | 'children' | 'actions'>) {
  return (
    <div className="modal-box">
      <h2 className="type-h3" id={`${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      <div className="mt-1 text-ink-2" id={`${id}-text`}>
        {children}
      </div>
      <div className="modal-action">{actions}</div>
    </div>
  )
}

import { useEffect, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'
import { useControl } from './Field.tsx'
import { useBackCloses } from './use-back-closes.ts'
import { useInk, type InkProps } from './use-ink.ts'
import type { IconName } from './icons.ts'

export interface SignaturePadProps extends InkProps {
  /** Boxes to write into, one per character; 0 for a line to write on. */
  boxes: number
  /** Called after the full-screen field was closed by its button. */
  onDone?: (() => void) | undefined
  words: {
    /** Label of the field for screen readers, with the number of strokes in it. */
    label: string
    undo: string
    clear: string
    /** Opens the full-screen field: the way to sign on phones. */
    across: string
    /** Closes it again, and then calls `onDone`. */
    done: string
    /** Heading of the full-screen field: whose name to sign. */
    title: string
  }
}

/**
 * A field for a handwritten signature. On phones it opens full-screen, rotated when the phone is held upright: within
 * the page a field is too small for a name, and a finger on it cannot scroll the page.
 */
export function SignaturePad({ boxes, words, onDone, ...ink }: SignaturePadProps) {
  const aria = useControl()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [across, setAcross] = useState(false)
  useInk(canvas, { ...ink, turned: false })
  const empty = ink.ink.length === 0
  return (
    <div
      className="signature"
      id={aria?.id}
      tabIndex={-1}
      data-invalid={aria?.['aria-invalid']}
      aria-describedby={aria?.['aria-describedby']}
      role="group"
      aria-label={words.label}
    >
      <div className="relative aspect-5/2">
        <Guide boxes={boxes} turned={false} />
        <canvas ref={canvas} className="absolute inset-0 size-full" aria-hidden="true" />
        <button type="button" className="open-across" aria-label={words.across} onClick={() => setAcross(true)}>
          {empty && (
            <span className="btn btn-primary">
              <Icon name="pen-line" />
              {words.across}
            </span>
          )}
        </button>
      </div>
      <div className="tools">
        <Tool icon="undo-2" label={words.undo} off={empty} onClick={() => ink.onChange(ink.ink.slice(0, -1))} />
        <Tool icon="rotate-ccw" label={words.clear} off={empty} onClick={() => ink.onChange([])} />
      </div>
      {across && <Across boxes={boxes} words={words} {...ink} close={() => setAcross(false)} onDone={onDone} />}
    </div>
  )
}

interface ToolProps {
  icon: IconName
  label: string
  onClick: () => void
  off?: boolean
}

const Tool = ({ icon, label, onClick, off }: ToolProps) => (
  <button type="button" aria-disabled={off || undefined} onClick={off ? undefined : onClick}>
    <Icon name={icon} />
    {label}
  </button>
)

/** Covers everything; rotates with the phone. */
function Across({ boxes, words, close, onDone, ...ink }: SignaturePadProps & { close: () => void }) {
  const box = useRef<HTMLDialogElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const turned = useUpright()
  useBackCloses(true, close)
  useInk(canvas, { ...ink, turned })
  useEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  const empty = ink.ink.length === 0
  return (
    <dialog
      ref={box}
      className={turned ? 'sign-across turned' : 'sign-across'}
      aria-label={words.title}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <div className="sheet">
        <Guide boxes={boxes} turned={turned} />
        <canvas ref={canvas} className="absolute inset-0 size-full" aria-hidden="true" />
      </div>
      <div className="bar">
        <p className="min-w-0 flex-1 truncate font-semibold">{words.title}</p>
        <Tool icon="undo-2" label={words.undo} off={empty} onClick={() => ink.onChange(ink.ink.slice(0, -1))} />
        <Tool icon="rotate-ccw" label={words.clear} off={empty} onClick={() => ink.onChange([])} />
        <button
          type="button"
          className="btn btn-primary btn-sm"
          onClick={() => {
            close()
            onDone?.()
          }}
        >
          {words.done}
        </button>
      </div>
    </dialog>
  )
}

function useUpright(): boolean {
  const [upright, set] = useState(() => matchMedia('(orientation: portrait)').matches)
  useEffect(() => {
    const query = matchMedia('(orientation: portrait)')
    const look = (): void => set(query.matches)
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [])
  return upright
}

const LEFT = 60
const TOP = 55
const WIDE = 880
const HIGH = 290

/** Guides for writing. Drawn in the units of the field, 1000 × 400. */
function Guide({ boxes, turned }: { boxes: number; turned: boolean }) {
  const each = WIDE / Math.max(1, boxes)
  return (
    <svg
      className="absolute inset-0 size-full text-edge"
      viewBox={turned ? '0 0 400 1000' : '0 0 1000 400'}
      aria-hidden="true"
    >
      <g
        transform={turned ? 'translate(400 0) rotate(90)' : undefined}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray="8 8"
        opacity=".55"
      >
        {boxes > 0 ? (
          Array.from({ length: boxes }, (_, i) => (
            <path key={i} d={`M${LEFT + i * each} ${TOP}h${each}v${HIGH}h${-each}${i === 0 ? 'z' : ''}`} />
          ))
        ) : (
          <path d={`M${LEFT} 300h${WIDE}`} />
        )}
      </g>
    </svg>
  )
}

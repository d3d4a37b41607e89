import { tellOfFilledFields } from '../storage/typed-before.ts'

/**
 * Some people tap everything twice. When the first tap has removed the control under the finger (a row that was
 * removed, a step that was finished, "Close my account" that made room for "Keep my account"), the second one hits what
 * replaced it, and was not meant for it.
 */
const SOON_MS = 350
const NEAR_PX = 24

interface Tap {
  at: number
  x: number
  y: number
  control: Element | null
}

const controlOf = (target: unknown): Element | null =>
  target instanceof Element ? target.closest('a, button, input, label, select, summary, textarea') : null

/** From now on, swallows such taps and double clicks on the page. */
export function ignoreSecondTaps(): void {
  let last: Tap | undefined
  let mouse = false
  const onDown = ({ pointerType }: PointerEvent): void => {
    mouse = pointerType === 'mouse'
  }
  const onClick = (event: MouseEvent): void => {
    // A click by keyboard, or one that a label passes to its field.
    if (event.detail === 0) return
    const now: Tap = { at: event.timeStamp, x: event.clientX, y: event.clientY, control: controlOf(event.target) }
    // For a mouse the system counts clicks, by the person's own double-click setting (`event.detail`).
    const soon = last !== undefined && (mouse ? event.detail > 1 : now.at - last.at <= SOON_MS)
    if (last && soon && tookItsPlace(last, now)) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else last = now
  }
  document.addEventListener('pointerdown', onDown, true)
  document.addEventListener('click', onClick, true)
  for (const type of ['click', 'beforeinput']) document.addEventListener(type, tellOfFilledFields, true)
}

function tookItsPlace(first: Tap, second: Tap): boolean {
  if (!first.control || first.control === second.control) return false
  const near = Math.abs(first.x - second.x) <= NEAR_PX && Math.abs(first.y - second.y) <= NEAR_PX
  // Two different controls tapped quickly one after the other are both intended.
  return near && controlOf(document.elementFromPoint(first.x, first.y)) !== first.control
}

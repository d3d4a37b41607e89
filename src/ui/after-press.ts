/**
 * What a left field shows must not move the page under a mouse that is down: the button is elsewhere when the mouse is
 * let go, and the click is lost.
 */
let pressed = false
const ENDS = ['pointerup', 'pointercancel'] as const

for (const type of ['pointerdown', ...ENDS])
  globalThis.addEventListener?.(type, () => (pressed = type === 'pointerdown'), true)

/** Runs at once, or, while a mouse button is down, when its click is done. */
export function afterPress(run: () => void): void {
  if (!pressed) return run()
  // The browser takes a press over when it becomes a scroll; `run` may come twice.
  for (const type of ENDS) addEventListener(type, () => setTimeout(run), { once: true })
}

/**
 * What a left field shows must not move the page under a mouse that is down: the button is elsewhere when the mouse is
 * let go, and the click is lost.
 */
let pressed = false

for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
  globalThis.addEventListener?.(type, () => (pressed = type === 'pointerdown'), true)

/** Runs at once, or, while a mouse button is down, when its click is done. */
export function afterPress(run: () => void): void {
  if (pressed) addEventListener('pointerup', () => setTimeout(run), { once: true })
  else run()
}

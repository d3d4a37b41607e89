/**
 * The second click of a double click never means another thing than the first: where the first brought another button to the same place
 * ("Close the account" makes room for "Keep the account"), that one is not pressed by it.
 */

/** The button that the first click began on, or null where it began on none; undefined until one was seen. */
let firstPressed: Element | null | undefined

if (typeof document !== 'undefined') {
  document.addEventListener('mousedown', ({ detail, target }) => {
    if (detail <= 1) firstPressed = target instanceof Element ? target.closest('button') : null
  }, true)
}

/** Whether this click continues a double click that began elsewhere. A click before the first one seen counts as the button's own. */
export const beganElsewhere = ({ detail, currentTarget }: { detail: number; currentTarget: Element }): boolean =>
  detail > 1 && firstPressed !== undefined && firstPressed !== currentTarget

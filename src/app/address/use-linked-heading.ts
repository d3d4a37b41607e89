import { useEffect, useRef, type RefObject } from 'react'

/**
 * The heading (`tabIndex={-1}`) of a section that is rendered after the page loads: when the address contains `#id`, it
 * is scrolled into view and announced as soon as the section is `ready`. A browser looks for it only while the page
 * itself loads.
 */
export function useLinkedHeading(id: string, ready = true): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (ready && location.hash === `#${id}`) heading.current?.focus()
  }, [id, ready])
  return heading
}

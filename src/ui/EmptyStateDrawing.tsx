/** The window drawing of empty states, 148 wide, on its own line. */
import type { ReactNode } from 'react'

export type WindowScene = 'plant' | 'blinds' | 'cat' | 'night'

const PANES: readonly (readonly [x: number, y: number, width: number, height: number])[] = [
  [38.8, 7, 32.2, 26],
  [77.7, 7, 32.2, 26],
  [38.8, 39, 32.2, 67],
  [77.7, 39, 32.2, 67],
]
const lines = (x: number, ys: readonly number[]): string => ys.map((y) => `M${x} ${y}h32.2`).join('')
const SLATS = lines(38.8, [13, 19.5, 26, 45, 52, 59, 66]) + lines(77.7, [13, 19.5, 26, 45, 52, 59, 66])

/** Behind the panes, and clipped to them. */
const BEHIND: Record<WindowScene, ReactNode> = {
  plant: (
    <>
      <path className="d1" d="M30 0h90v107H30z" />
      <circle className="su" cx="95" cy="25" r="9.5" />
      <path className="d3 s thin" d="M30 73q20-12 42 0 20-12 44 0v40H30z" />
    </>
  ),
  blinds: (
    <>
      <path className="d3" d="M30 0h90v67H30z" />
      <path className="d2" d="M30 66h90v45H30z" />
      <path className="x s thin" d={SLATS} />
    </>
  ),
  cat: (
    <>
      <path className="d1" d="M30 0h90v107H30z" />
      <path className="d3" d="M30 60q10-5 22 0 8 4 20 2 6-9 22-10t30 2v20q-14 6-28 1 10 6 28 4v14q-40 6-94 0z" />
    </>
  ),
  night: (
    <>
      <path className="n1" d="M30 0h90v107H30z" />
      <path className="mo" d="M97 10a9.5 9.5 0 1 0 8 14.500A7.5 7.5 0 0 1 97 10z" />
      <path className="n2" d="M30 74q18-9 34-2 20-12 54-2v40H30z" />
      <path className="n3" d="M30 90q30-8 50 0 16-6 38-2v20H30z" />
    </>
  ),
}

/** On the sill, in front of the panes. */
const BEFORE: Record<WindowScene, ReactNode> = {
  plant: (
    <>
      <path
        className="le"
        d="M72 92c-9-1-15-7-16.5-16.5 9 .5 15 6 16.5 16.500zM72.5 92c-1-10 3-17 13-20.5 1 11-4 18-13 20.500z"
      />
      <path className="cr" d="M62.3 92.500h19.400l-2 13.500H64.300z" />
    </>
  ),
  blinds: (
    <>
      <path className="x" d="M108.5 7v62" />
      <circle className="fr" cx="108.5" cy="71.5" r="2.2" />
    </>
  ),
  cat: (
    <>
      <path
        className="cr"
        d="m64 55.5 4.5 4q5.5-1.8 10.5 0l5-4-1.2 9.500q0 4-3.3 7.500c6 5 9.5 13 9.5 20.500q0 13-10 13H69q-10.5 0-10.5-13c0-7.5 4-15.5 10-20.500Q65 69 65.2 65z"
      />
      <path className="x" d="M76 106.500c8.5 0 13.5 2.5 13.3 7.5-.2 5-6 6-7 2.5" />
    </>
  ),
  night: <path className="x" d="M62 106h24" />,
}

export function EmptyStateDrawing({ scene }: { scene: WindowScene }) {
  const id = `pane-${scene}`
  const panes = PANES.map(([x, y, width, height]) => (
    <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} rx="1" />
  ))
  return (
    <svg className="drawing thin-frame" viewBox="0 -1 148 122" width={148} height={122} aria-hidden="true">
      <clipPath id={id}>{panes}</clipPath>
      <path className="fr s" d="M31.5 106V3a3 3 0 0 1 3-3h79.700a3 3 0 0 1 3 3v103" />
      <g clipPath={`url(#${id})`}>{BEHIND[scene]}</g>
      <g className="x s thin">{panes}</g>
      <path className="s" d="M0 106h148" />
      <g className="s">{BEFORE[scene]}</g>
    </svg>
  )
}

/**
 * The two windows of the hero, home at night and abroad by day, standing on one `sill` (look.md "Idea",
 * "Illustration"). Scenes are clipped to the panes; colours are classes of `drawing.css`. Ids are fixed: only one pair
 * per page. `both`: the sky contains sun and moon, and `data-sky` on an ancestor decides which one is shown
 * (`home.css`).
 */
import type { ReactNode } from 'react'

const PANES: readonly (readonly [x: number, y: number, width: number, height: number])[] = [
  [12, 12, 96, 109],
  [116, 12, 96, 109],
  [12, 130, 96, 207],
  [116, 130, 96, 207],
]

const panes = (className?: string) =>
  PANES.map(([x, y, width, height]) => (
    <rect key={`${x} ${y}`} className={className} x={x} y={y} width={width} height={height} rx="1.5" />
  ))

function Frame({ id, scene, objects }: { id: string; scene: ReactNode; objects: ReactNode }) {
  return (
    <svg className="drawing block h-auto w-full" viewBox="-1 -1 226 341" aria-hidden="true">
      <clipPath id={id}>{panes()}</clipPath>
      <path className="fr s" d="M0 340V6a6 6 0 0 1 6-6h212a6 6 0 0 1 6 6v334" />
      <g clipPath={`url(#${id})`}>{scene}</g>
      {panes('x s')}
      {objects}
    </svg>
  )
}

const STARS: readonly (readonly [number, number])[] = [
  [47, 51],
  [80, 88],
  [33, 104],
  [129.5, 37],
  [43, 151],
  [190, 141],
]

/** The stars and the moon by night, the sun by day. */
const MOON = 'M162.5 47.5a24.5 24.5 0 1 0 20 37 19.5 19.5 0 0 1-20-37z'

export function NightWindow({ both }: { both?: boolean }) {
  const scene = (
    <>
      <path className="n1" d="M0 0h224v340H0z" />
      {STARS.map(([cx, cy]) => (
        <circle key={cx} className="mo" cx={cx} cy={cy} r="1.6" />
      ))}
      <path className="mo" d={MOON} />
      {both && <circle className="su" cx="164" cy="72" r="24" />}
      <path className="n2" d="M12 220c18-11 46-20 68-3 16-17 34-25 52-25s34 7 43 20c11-8 24-10 37-7.5V337H12z" />
      <path
        className="ms n3"
        d="M151 146v9.5m0 .5-6 8.5h12.4zm-3.3 8.5-.9 7.5m9.2-7.5.9 7.5m-12.2 0-3.1 5h19.1l-3.7-5zm1.6 5-.7 7.5m10-7.5.7 7.5m-13.2 0-3.6 5h23.3l-4.6-5zm2 5-1.6 7m14-7 2.2 10"
      />
      <path className="n3" d="M12 267c28-11 68-13 110 7 18-11 53-19 90-8v71H12z" />
      <path className="ms" d="M133 297.6h40M121.6 307.4h19.5M163 307.4h25" />
    </>
  )
  const objects = (
    <>
      <path className="ms" d="M164 289q3.5 4 0 8t0 8M175.6 289q3.5 4 0 8t0 8" />
      <path
        className="fr s"
        d="M187 319.5c6-1 9 1.5 8.6 5.5-.5 4.5-5 7.5-11 6.5M153 315h34l-3 19q-1 6-6 6h-16q-4.5 0-5.7-6z"
      />
      <path
        className="cr s"
        d="m55 248 9 8q9.7-3.5 19 0l9.7-8-2.2 18q.5 8-6.2 15.3c11.7 8.7 17.2 26.7 17.2 38.7q0 20-17.5 20H64q-18 0-18-20c0-12 6-30 17.3-38.7Q57 274 57.5 266z"
      />
      <path className="x s" d="M80 340.5c20 0 30 5.5 29.5 15.5-.5 9.5-12 11-13.5 5" />
    </>
  )
  return <Frame id="pane-n" scene={scene} objects={objects} />
}

export function DayWindow({ both }: { both?: boolean }) {
  const scene = (
    <>
      <path className="d1" d="M0 0h224v340H0z" />
      <circle className="su" cx="59" cy="141" r="31" />
      {both && <path className="mo" d={MOON} />}
      <g className="s thin">
        <path className="d2" d="M185 254.8h28V340h-28zM11 242.5l28.6-20.8L73 246.4V340H11z" />
        <path className="d3" d="M73 235h27v-15.6h7.6V235h34V340H73z" />
        <path
          className="d3"
          d="m163 112 3.7 18 3.3 17.2V175l14.4 15v150h-42.8V190l14.9-15v-27.8l3.3-17.2zM141.6 190h42.8M156.5 175H170"
        />
        <circle className="d2" cx="163" cy="209.6" r="9.6" />
        <path className="x" d="M163 203.5v6l4 3.3" />
      </g>
      <path
        className="n2"
        d="M22.4 261.3h11v17h-11zm23.2 0h11v17h-11zm36.8-10.3h11v15.5h-11zm19.6 0h11v15.5h-11zm20 0h11v15.5h-11zm-39.6 29.4h11v15.5h-11zm39.6 0h11v15.5h-11z"
      />
    </>
  )
  const objects = (
    <g className="s">
      <path className="su" d="M22 327q0-2 2-2h65q2 0 2 2v13H22z" />
      <path className="fr" d="M27.5 313q0-1.4 1.4-1.4h56.7q1.4 0 1.4 1.4v12H27.5zM35.5 312v13M41.5 312v13" />
      <path className="fr" d="M105 273.5q0-3 3-3h10.5q3 0 3 3v9.5H105z" />
      <path className="n3" d="M102 287q0-4.7 4.7-4.7h12.6q4.7 0 4.7 4.7v49q0 4-4 4h-14q-4 0-4-4zM102 294h22" />
      <path
        className="le"
        d="M181.6 307c-17-1-27-11-29.8-29 16 1 27 10 29.8 29zM182 307c-2-18 6-34 24.3-41.5 2 21-6 37-24.3 41.5z"
      />
      <path className="le" d="M181.6 307c-8-16-8-30 0-46.2 8 16 8 30 0 46.2z" />
      <path className="cr" d="M162.6 308h39.1L197 340h-29.8z" />
    </g>
  )
  return <Frame id="pane-d" scene={scene} objects={objects} />
}
